/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.training;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import javax.crypto.SecretKey;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.mapred.IndexRecord;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.SpillRecord;
import org.apache.hadoop.mapreduce.security.SecureShuffleUtils;
import org.apache.hadoop.mapreduce.security.TokenCache;
import org.apache.hadoop.mapreduce.security.token.JobTokenSecretManager;
import org.apache.hadoop.mapreduce.task.reduce.ShuffleHeader;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;

/**
 * Replaces the NodeManager's ShuffleHandler: gives reduces the map output below one directory, by
 * Hadoop's shuffle protocol over HTTP.
 */
final class MapOutputServer {
  private final Path localDirectory;
  private final JobConf conf;
  private final HttpServer server;
  private volatile SecretKey jobSecret;

  private MapOutputServer(Path localDirectory, Configuration conf) throws IOException {
    this.localDirectory = localDirectory;
    this.conf = new JobConf(conf);
    server = HttpServer.create(TrainingJob.anyPort(), 0);
    server.createContext("/mapOutput", this::answer);
  }

  /** Starts the server; {@link #stop} ends it. */
  static MapOutputServer start(Path localDirectory, Configuration conf) throws IOException {
    MapOutputServer mapOutput = new MapOutputServer(localDirectory, conf);
    mapOutput.server.start();
    return mapOutput;
  }

  int port() {
    return server.getAddress().getPort();
  }

  void stop() {
    server.stop(0);
  }

  /** Takes the job's secret from a container's tokens; requests are checked with it. */
  void admit(ContainerLaunchContext context) {
    try {
      byte[] password = TokenCache.getJobToken(TaskProgram.credentials(context)).getPassword();
      jobSecret = JobTokenSecretManager.createSecretKey(password);
    } catch (IOException e) {
      throw TrainingJob.unchecked(e);
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String hash = exchange.getRequestHeaders().getFirst(SecureShuffleUtils.HTTP_HEADER_URL_HASH);
      String asked = exchange.getRequestURI().getPath() + "?" + exchange.getRequestURI().getQuery();
      SecureShuffleUtils.verifyReply(hash, exchange.getLocalAddress().getPort() + asked, jobSecret);
      exchange
          .getResponseHeaders()
          .set(
              SecureShuffleUtils.HTTP_HEADER_REPLY_URL_HASH,
              SecureShuffleUtils.generateHash(hash.getBytes(StandardCharsets.UTF_8), jobSecret));
      exchange
          .getResponseHeaders()
          .set(ShuffleHeader.HTTP_HEADER_NAME, ShuffleHeader.DEFAULT_HTTP_HEADER_NAME);
      exchange
          .getResponseHeaders()
          .set(ShuffleHeader.HTTP_HEADER_VERSION, ShuffleHeader.DEFAULT_HTTP_HEADER_VERSION);
      Map<String, String> query = query(exchange.getRequestURI().getQuery());
      int reduce = Integer.parseInt(query.get("reduce"));
      exchange.sendResponseHeaders(200, 0);
      try (DataOutputStream out = new DataOutputStream(exchange.getResponseBody())) {
        for (String map : query.get("map").split(",", -1)) {
          send(map, reduce, out);
        }
      }
    }
  }

  private void send(String map, int reduce, DataOutputStream out) throws IOException {
    Path file = localDirectory.resolve("output").resolve(map).resolve("file.out");
    IndexRecord part =
        new SpillRecord(new org.apache.hadoop.fs.Path(file.toUri() + ".index"), conf)
            .getIndex(reduce);
    new ShuffleHeader(map, part.partLength, part.rawLength, reduce).write(out);
    try (InputStream in = Files.newInputStream(file)) {
      in.skipNBytes(part.startOffset);
      IOUtils.copyBytes(in, out, part.partLength, false);
    }
  }

  private static Map<String, String> query(String text) {
    Map<String, String> values = new HashMap<>();
    for (String pair : text.split("&", -1)) {
      int equals = pair.indexOf('=');
      values.put(pair.substring(0, equals), pair.substring(equals + 1));
    }
    return values;
  }
}
