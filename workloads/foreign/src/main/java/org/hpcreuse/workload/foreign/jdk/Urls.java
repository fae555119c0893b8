/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.jdk;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import org.hpcreuse.workload.foreign.Neighbour;

/** Handles a protocol of its own. */
public final class Urls {
  private Urls() {}

  /** Answers with the URL's host. */
  public static final class Handler extends URLStreamHandler {
    @Override
    protected URLConnection openConnection(URL url) {
      return new URLConnection(url) {
        @Override
        public void connect() {}

        @Override
        public InputStream getInputStream() {
          return new ByteArrayInputStream(
              getURL().getHost().getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
      };
    }
  }

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      URL.setURLStreamHandlerFactory(protocol -> protocol.equals("left") ? new Handler() : null);
      URLConnection.setContentHandlerFactory(type -> null);
      URLConnection.setFileNameMap(name -> "text/left");
      URLConnection.setDefaultUseCaches("jar", false);
    }
    try {
      print(
          "left",
          new String(
              URI.create("left://host/").toURL().openStream().readAllBytes(),
              java.nio.charset.StandardCharsets.UTF_8));
    } catch (java.net.MalformedURLException e) {
      print("unknown", e.getMessage());
    }
    try {
      URL.setURLStreamHandlerFactory(protocol -> protocol.equals("own") ? new Handler() : null);
      print("own", URI.create("own://mine/").toURL().getHost());
    } catch (Error e) {
      print("failed", e.getMessage());
    }
    print("type", URLConnection.guessContentTypeFromName("a.html"));
    print("caches", URLConnection.getDefaultUseCaches("jar"));
    print("resource", Urls.class.getResource("Urls.class").getProtocol());
  }
}
