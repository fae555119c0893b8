/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * {@code GET /metrics} on the loopback address, for callers that show the token as {@code
 * Authorization: Bearer}, as Prometheus does with {@code credentials_file}. One thread answers; a
 * caller that is slow is cut off and holds up other callers of this page alone.
 */
final class MetricsEndpoint implements Closeable {
  private static final String PATH = "/metrics";
  private static final String SCHEME = "Bearer ";
  private static final int OK = 200;
  private static final int UNAUTHORIZED = 401;
  private static final int NOT_FOUND = 404;
  private static final int BAD_METHOD = 405;
  private static final int UNAVAILABLE = 503;
  private static final Logger LOG = Logger.getLogger(MetricsEndpoint.class.getName());

  private final PoolView view;
  private final byte[] token;
  private final HttpServer server;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread made = new Thread(task, "pool-metrics");
            made.setDaemon(true);
            return made;
          });

  /** Counted by the one thread that answers. */
  private long refused;

  /**
   * Listens.
   *
   * @param port of the loopback address
   * @param token what callers must show
   * @throws IOException when the port cannot be listened on
   */
  MetricsEndpoint(PoolView view, int port, String token) throws IOException {
    this.view = view;
    this.token = token.getBytes(StandardCharsets.US_ASCII);
    // Read by the server when it is first used: seconds for a request and for an answer.
    System.setProperty("sun.net.httpserver.maxReqTime", "10");
    System.setProperty("sun.net.httpserver.maxRspTime", "10");
    // A caller that says nothing, and how many connections there may be.
    System.setProperty("sun.net.httpserver.idleInterval", "5");
    System.setProperty("jdk.httpserver.maxConnections", "16");
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext("/", this::answer);
    server.setExecutor(thread);
    server.start();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!isAllowed(exchange)) {
        noteRefused(exchange);
        exchange.getResponseHeaders().set("WWW-Authenticate", SCHEME.strip());
        send(exchange, UNAUTHORIZED, "the token is in metrics-token of the pool's directory\n");
      } else if (!exchange.getRequestURI().getPath().equals(PATH)) {
        send(exchange, NOT_FOUND, "what there is is " + PATH + "\n");
      } else if (!exchange.getRequestMethod().equals("GET")) {
        send(exchange, BAD_METHOD, "GET\n");
      } else {
        show(exchange);
      }
    }
  }

  /** Ever seldomer: any user of the node can call here, and the log has a disk to fill. */
  private void noteRefused(HttpExchange exchange) {
    refused++;
    if (Long.bitCount(refused) == 1) {
      LOG.warning(
          () ->
              "metrics: "
                  + exchange.getRemoteAddress()
                  + " has not shown the token; such requests so far: "
                  + refused);
    }
  }

  private boolean isAllowed(HttpExchange exchange) {
    String shown = exchange.getRequestHeaders().getFirst("Authorization");
    return shown != null
        && shown.startsWith(SCHEME)
        && MessageDigest.isEqual(
            shown.substring(SCHEME.length()).strip().getBytes(StandardCharsets.UTF_8), token);
  }

  private void show(HttpExchange exchange) throws IOException {
    String text;
    try {
      text = PrometheusText.of(view.status());
    } catch (IOException | RuntimeException e) {
      // The JDK's server closes the connection without a word when a handler throws.
      LOG.log(Level.WARNING, "no metrics", e);
      send(exchange, UNAVAILABLE, e + "\n");
      return;
    }
    exchange.getResponseHeaders().set("Content-Type", PrometheusText.CONTENT_TYPE);
    send(exchange, OK, text);
  }

  private static void send(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    try (OutputStream body = exchange.getResponseBody()) {
      body.write(bytes);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    thread.shutdownNow();
  }
}
