/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.registries;

import java.net.InetAddress;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.Charset;
import java.nio.file.spi.FileSystemProvider;
import java.sql.DriverManager;
import java.util.Map;
import javax.naming.spi.NamingManager;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.LoaderValues;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseStep;

/**
 * Empties caches of the JDK that a container's classes or passwords get into: handlers and charsets
 * that it has provided, host names that were looked up or put there by hand, HTTP passwords that
 * were accepted, HTTP connections kept for later; and has the JDBC drivers and file systems of the
 * next container looked for, which is done once per JVM. The provider of archives goes with the
 * others, and with it what it holds open. The console and the logger of security events are the
 * container's, too.
 *
 * <p>Without it the next container is logged in as this one, gets its charset or protocol, its own
 * JDBC driver and file system are not found, and it cannot open an archive that this one has open.
 */
public final class JdkCaches implements ReleaseStep {
  private static final int CACHE_PER_AUTHENTICATOR = 24;
  private static final int FACTORIES_BY_LOADER = 18;

  /** Source: java.io.Console of OpenJDK 17 to 25. */
  private static final int HOOK_OF_CONSOLE = 0;

  @Override
  public void run(Release release) throws Exception {
    ReflectiveAccess.ofClass(Charset.class).zero("cache1", "cache2");
    ReflectiveAccess.ofClass(InetAddress.class).clear("cache", "expirySet");
    ReflectiveAccess.ofClass(InetAddress.class).zero("cachedLocalHost");
    ReflectiveAccess.ofClass(DriverManager.class).zero("driversInitialized");
    ReflectiveAccess.ofClass(FileSystemProvider.class)
        .zero("installedProviders", "loadingProviders");
    dropContainers(ReflectiveAccess.ofClass(URL.class).get("handlers", Map.class), release);
    dropContainers(
        ReflectiveAccess.ofClass(URLConnection.class).get("handlers", Map.class), release);
    forgetPasswords();
    forgetFactoriesOf(release.containerLoader());
    Class<?> client = Class.forName("sun.net.www.http.HttpClient");
    ReflectiveAccess.ofClass(client).clear("kac");
    ReflectiveAccess.ofClass(Class.forName("jdk.internal.event.EventHelper"))
        .zero("securityLogger", "loggingSecurity");
    forgetConsole();
  }

  /** The next container's terminal is another one, and only one hook may set its echo. */
  private static void forgetConsole() throws Exception {
    ReflectiveAccess.ofClass(System.class).zero("cons");
    Object[] hooks =
        ReflectiveAccess.ofClass(Class.forName("java.lang.Shutdown")).get("hooks", Object[].class);
    hooks[HOOK_OF_CONSOLE] = null;
  }

  private static void dropContainers(Map<?, ?> handlers, Release release) {
    handlers.values().removeIf(release::belongsToContainer);
  }

  /** From JDK 18 on a loader holds what JNDI has made for it, as long as it lives. */
  private static void forgetFactoriesOf(ClassLoader loader) throws Exception {
    if (Runtime.version().feature() >= FACTORIES_BY_LOADER
        && LoadedClasses.isInitialized(NamingManager.class)) {
      ReflectiveAccess statics = ReflectiveAccess.ofClass(NamingManager.class);
      LoaderValues.forgetAll(loader, statics.get("FACTORIES_CACHE"));
    }
  }

  /** From JDK 24 on there is a cache for each Authenticator, and one without. */
  private static void forgetPasswords() throws Exception {
    if (Runtime.version().feature() < CACHE_PER_AUTHENTICATOR) {
      Class<?> owner = Class.forName("sun.net.www.protocol.http.AuthCacheValue");
      ReflectiveAccess.ofClass(owner).in("cache").clear("hashtable");
    } else {
      ReflectiveAccess caches =
          ReflectiveAccess.ofClass(Class.forName("sun.net.www.protocol.http.AuthCacheImpl"));
      ReflectiveAccess.of(caches.call("getDefault")).clear("hashtable");
      caches.clear("caches");
    }
  }
}
