/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.MessageChannel;

/** Asks a pool manager over its socket: sooner answered than by starting a command's JVM. */
public final class ClusterPool {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration ANSWER = Duration.ofSeconds(30);
  private static final Duration CHECK = Duration.ofMinutes(1);
  private static final Duration TRAINING = Duration.ofMinutes(15);

  private static final String JSON_LINES = ".jsonl";

  private final Path directory;

  ClusterPool(Path directory) {
    this.directory = directory;
  }

  /** The pool's state now; throws when no manager answers. */
  public PoolStatus status() throws IOException {
    return new PoolStatus(ask(new Message.StatusQuery(), ANSWER));
  }

  /** What an allReduce over all living slots gave; {@code ok} is whether that was right. */
  public JsonNode mpiCheck() throws IOException {
    return ask(new Message.MpiCheckQuery(CHECK.toMillis()), CHECK.plus(ANSWER));
  }

  /**
   * Returns when no process has training jobs left, after how many ms: samples taken meanwhile
   * would come from slots that differ, and every job would interrupt the training.
   */
  public long awaitTraining() throws IOException, InterruptedException {
    long start = System.nanoTime();
    Await.nothingMissing(
        "the training of the slots",
        TRAINING,
        Cluster.LOOK,
        () -> status().trainingJobsLeft() > 0 ? status().unrest() : List.of());
    return Duration.ofNanos(System.nanoTime() - start).toMillis();
  }

  /** Pids of slots, spares, pool manager and mpirun, as far as they live, by their names. */
  public Map<String, Long> processes() throws IOException {
    Map<String, Long> processes = status().pidsByName();
    if (Files.exists(files().mpirunPid())) {
      processes.put("mpirun", mpirun());
    }
    return processes;
  }

  /** What the starts of all slots have cost that its logs know, by number and pid of a process. */
  public Map<String, List<JsonNode>> starts() throws IOException {
    return telemetry(files().logs(), "starts");
  }

  /**
   * What slots have noted for benchmarks. A last line that is cut off is left out.
   *
   * @param logs a pool's directory of logs; without a pool there is none, and nothing to read
   * @param kind what the names of the files begin with
   * @return the objects in each file, by number and pid of the process
   */
  public static Map<String, List<JsonNode>> telemetry(Path logs, String kind) throws IOException {
    Map<String, List<JsonNode>> telemetry = new TreeMap<>();
    if (Files.notExists(logs)) {
      return telemetry;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(logs, kind + "-*" + JSON_LINES)) {
      for (Path file : files) {
        String text = Files.readString(file);
        List<JsonNode> objects = new ArrayList<>();
        for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
          objects.add(JSON.readTree(line));
        }
        String name = file.getFileName().toString();
        telemetry.put(
            name.substring(kind.length() + 1, name.length() - JSON_LINES.length()), objects);
      }
    }
    return telemetry;
  }

  /** Its options and the places of its files. */
  public PoolFiles files() throws IOException {
    return PoolFiles.open(directory);
  }

  /** The pid of mpirun. */
  public long mpirun() throws IOException {
    return Long.parseLong(Files.readString(files().mpirunPid()).strip());
  }

  private JsonNode ask(Message question, Duration limit) throws IOException {
    try (MessageChannel channel = MessageChannel.connect(files(), Message.Role.ADMIN, CONNECT)) {
      channel.send(question, CONNECT);
      return JSON.readTree(((Message.Text) channel.receive(limit)).text());
    } catch (TimeoutException e) {
      throw new IOException("the pool of " + directory + " does not answer: " + e.getMessage(), e);
    }
  }
}
