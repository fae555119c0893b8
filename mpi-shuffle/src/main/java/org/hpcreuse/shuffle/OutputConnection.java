/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.shuffle;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import javax.crypto.SecretKey;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.mapreduce.security.SecureShuffleUtils;
import org.apache.hadoop.mapreduce.task.reduce.ShuffleHeader;

/**
 * What Hadoop's fetcher takes for a connection to the shuffle service. It asks that service only
 * when the bytes cannot be had in another way.
 */
final class OutputConnection extends HttpURLConnection {
  private final HttpURLConnection http;
  private final Optional<RoutedStream> outputs;
  private final Routes routes;
  private final SecretKey secret;

  /** Null until it is asked for; guarded by this. */
  private InputStream stream;

  private volatile boolean closed;

  /**
   * Makes one.
   *
   * @param http to the shuffle service; not connected
   * @param outputs the other way, if there is one
   * @param secret of the job's shuffle
   */
  OutputConnection(
      HttpURLConnection http, Optional<RoutedStream> outputs, Routes routes, SecretKey secret) {
    super(http.getURL());
    this.http = http;
    this.outputs = outputs;
    this.routes = routes;
    this.secret = secret;
  }

  @Override
  public void addRequestProperty(String key, String value) {
    super.addRequestProperty(key, value);
    http.addRequestProperty(key, value);
  }

  @Override
  public void setConnectTimeout(int timeoutMs) {
    super.setConnectTimeout(timeoutMs);
    http.setConnectTimeout(timeoutMs);
  }

  @Override
  public void setReadTimeout(int timeoutMs) {
    super.setReadTimeout(timeoutMs);
    http.setReadTimeout(timeoutMs);
  }

  @Override
  public void connect() throws IOException {
    if (outputs.isEmpty()) {
      http.connect();
    }
  }

  @Override
  public int getResponseCode() throws IOException {
    return outputs.isEmpty() ? http.getResponseCode() : HTTP_OK;
  }

  @Override
  public String getResponseMessage() throws IOException {
    return outputs.isEmpty() ? http.getResponseMessage() : "OK";
  }

  @Override
  public String getHeaderField(String name) {
    return outputs.isEmpty() ? http.getHeaderField(name) : ownHeaders().get(name);
  }

  /** What the shuffle service would say. */
  private Map<String, String> ownHeaders() {
    return Map.of(
        ShuffleHeader.HTTP_HEADER_NAME, ShuffleHeader.DEFAULT_HTTP_HEADER_NAME,
        ShuffleHeader.HTTP_HEADER_VERSION, ShuffleHeader.DEFAULT_HTTP_HEADER_VERSION,
        SecureShuffleUtils.HTTP_HEADER_REPLY_URL_HASH,
            SecureShuffleUtils.generateHash(
                requestHash().getBytes(StandardCharsets.UTF_8), secret));
  }

  private String requestHash() {
    return String.valueOf(getRequestProperty(SecureShuffleUtils.HTTP_HEADER_URL_HASH));
  }

  @Override
  public synchronized InputStream getInputStream() throws IOException {
    if (stream == null) {
      stream = outputs.isEmpty() ? overHttp() : over(outputs.get());
    }
    return stream;
  }

  private InputStream overHttp() throws IOException {
    return new ResumedStream(
        http.getInputStream(),
        failure -> {
          throw failure;
        },
        bytes -> routes.count(Route.HTTP_BYTES, bytes),
        bytes -> {});
  }

  private InputStream over(RoutedStream routed) {
    return new ResumedStream(
        routed.bytes(),
        this::resume,
        bytes -> routes.count(routed.route(), bytes),
        bytes -> routes.count(Route.HTTP_BYTES, bytes));
  }

  /** The same bytes from the shuffle service. */
  private InputStream resume(IOException failure) throws IOException {
    if (closed) {
      throw failure;
    }
    routes.fail(url, failure);
    http.connect();
    int code = http.getResponseCode();
    String reply = http.getHeaderField(SecureShuffleUtils.HTTP_HEADER_REPLY_URL_HASH);
    if (code != HTTP_OK || reply == null) {
      throw new IOException("the shuffle service answers " + code + " to " + url, failure);
    }
    SecureShuffleUtils.verifyReply(reply, requestHash(), secret);
    return http.getInputStream();
  }

  @Override
  public void disconnect() {
    closed = true;
    outputs.ifPresent(each -> IOUtils.closeStream(each.bytes()));
    http.disconnect();
  }

  @Override
  public boolean usingProxy() {
    return http.usingProxy();
  }
}
