/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.jdk;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import com.sun.net.httpserver.HttpServer;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.CookieManager;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.ProxySelector;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.hpcreuse.workload.foreign.Neighbour;

/** Serves and asks by HTTP within the process. */
public final class Web {
  private Web() {}

  public static void main(String[] args) throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String cookie = exchange.getRequestHeaders().getFirst("Cookie");
          String agent = exchange.getRequestHeaders().getFirst("User-Agent");
          byte[] body = (cookie + " " + agent.startsWith("left")).getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Set-Cookie", "left=behind");
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    if (Neighbour.spoils(args)) {
      System.setProperty("http.agent", "left");
      System.setProperty("http.keepAlive", "false");
      CookieHandler.setDefault(new CookieManager());
      HttpURLConnection.setFollowRedirects(false);
      ProxySelector.setDefault(null);
      Authenticator.setDefault(
          new Authenticator() {
            @Override
            protected PasswordAuthentication getPasswordAuthentication() {
              return new PasswordAuthentication("left", new char[0]);
            }
          });
    }
    for (int request = 0; request < 2; request++) {
      URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
      print("answer", new String(uri.toURL().openStream().readAllBytes(), StandardCharsets.UTF_8));
    }
    print("redirects", HttpURLConnection.getFollowRedirects());
    print("cookies", CookieHandler.getDefault() != null);
    print("selector", ProxySelector.getDefault() != null);
    print("authenticator", Authenticator.getDefault() != null);
    if (!Neighbour.spoils(args)) {
      server.stop(0);
    }
    System.exit(0);
  }
}
