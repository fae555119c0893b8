/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile;

import java.io.IOException;
import java.net.Authenticator;
import java.net.CacheRequest;
import java.net.CacheResponse;
import java.net.CookieHandler;
import java.net.CookieManager;
import java.net.HttpURLConnection;
import java.net.MalformedURLException;
import java.net.ProxySelector;
import java.net.ResponseCache;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.file.Path;
import java.rmi.server.RMISocketFactory;
import java.util.List;
import java.util.Map;

public final class AbusesNetwork {
  private AbusesNetwork() {}

  /** Leaves a handler of its own for a protocol, as a service of its jar. */
  public static final class HandlesProtocol {
    public static void main(String[] args) throws MalformedURLException {
      // The JDK looks for a class "<package>.<protocol>.Handler".
      System.setProperty("java.protocol.handler.pkgs", HandlesProtocol.class.getPackageName());
      System.err.println(new URL("left:behind"));
    }
  }

  /** Leaves other defaults of connections: caches, redirects, content types, factories. */
  public static final class SetsConnectionDefaults {
    public static void main(String[] args) throws IOException {
      Path.of("x").toUri().toURL().openConnection().setDefaultUseCaches(false);
      URLConnection.setDefaultUseCaches("jar", false);
      URLConnection.setDefaultAllowUserInteraction(true);
      URLConnection.setFileNameMap(name -> "left/behind");
      URLConnection.setContentHandlerFactory(type -> null);
      HttpURLConnection.setFollowRedirects(false);
    }
  }

  /** Leaves an Authenticator, ProxySelector, CookieHandler and ResponseCache. */
  public static final class SetsNetDefaults {
    public static void main(String[] args) {
      Authenticator.setDefault(new Authenticator() {});
      CookieHandler.setDefault(new CookieManager());
      ProxySelector.setDefault(null);
      ResponseCache.setDefault(new NoCache());
    }

    private static final class NoCache extends ResponseCache {
      @Override
      public CacheResponse get(URI uri, String method, Map<String, List<String>> headers) {
        return null;
      }

      @Override
      public CacheRequest put(URI uri, URLConnection connection) {
        return null;
      }
    }
  }

  /** Leaves a factory for the sockets that RMI opens. */
  public static final class SetsSocketFactories {
    public static void main(String[] args) throws IOException {
      RMISocketFactory.setSocketFactory(new Refuse());
    }

    private static final class Refuse extends RMISocketFactory {
      @Override
      public Socket createSocket(String host, int port) throws IOException {
        throw new IOException("left behind");
      }

      @Override
      public ServerSocket createServerSocket(int port) throws IOException {
        throw new IOException("left behind");
      }
    }
  }

  /** Leaves a factory that refuses to open http connections. */
  public static final class SetsUrlFactory {
    public static void main(String[] args) {
      URL.setURLStreamHandlerFactory(protocol -> protocol.equals("http") ? new RefuseUrls() : null);
    }

    private static final class RefuseUrls extends URLStreamHandler {
      @Override
      protected URLConnection openConnection(URL url) {
        throw new IllegalStateException("left behind");
      }
    }
  }
}
