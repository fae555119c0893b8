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

  private static final String STARTS = "starts-";
  private static final String STARTS_END = ".jsonl";

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

  /**
   * What the start of a slot has cost.
   *
   * @param process number and pid of its process
   * @param moments objects with the name of each moment, and figures
   */
  public record Start(String process, List<JsonNode> moments) {}

  /** The starts of all slots that its logs know. */
  public List<Start> starts() throws IOException {
    List<Start> starts = new ArrayList<>();
    try (DirectoryStream<Path> logs =
        Files.newDirectoryStream(files().logs(), STARTS + "*" + STARTS_END)) {
      for (Path log : logs) {
        List<JsonNode> moments = new ArrayList<>();
        for (String line : Files.readAllLines(log)) {
          moments.add(JSON.readTree(line));
        }
        String name = log.getFileName().toString();
        String process = name.substring(STARTS.length(), name.length() - STARTS_END.length());
        starts.add(new Start(process, moments));
      }
    }
    return starts;
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
