/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.network;

import java.io.IOException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarFile;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * Closes the archives that the JDK keeps open for {@code jar:} URLs, by URL, for good.
 *
 * <p>Without it resources of the next container are read from the jar that this one found at the
 * same place, and each container leaves its jars open.
 */
public final class JarConnections implements Restorable<Set<Object>> {

  @Override
  public Set<Object> capture(LoadedClasses framework) {
    try {
      ReflectiveAccess cache = cache();
      synchronized (cache.get("instance")) {
        Set<Object> open = Collections.newSetFromMap(new IdentityHashMap<>());
        open.addAll(((Map<?, ?>) cache.get("fileCache")).values());
        return open;
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("sun.net.www.protocol.jar.JarFileFactory has changed", e);
    }
  }

  @Override
  public void restore(Set<Object> before, Release release)
      throws ReflectiveOperationException, IOException {
    ReflectiveAccess cache = cache();
    synchronized (cache.get("instance")) {
      Map<?, ?> files = (Map<?, ?>) cache.get("fileCache");
      Map<?, ?> urls = (Map<?, ?>) cache.get("urlCache");
      for (Object file : List.copyOf(files.values())) {
        if (!before.contains(file)) {
          files.values().remove(file);
          urls.remove(file);
          ((JarFile) file).close();
        }
      }
    }
  }

  private static ReflectiveAccess cache() throws ClassNotFoundException {
    return ReflectiveAccess.ofClass(Class.forName("sun.net.www.protocol.jar.JarFileFactory"));
  }
}
