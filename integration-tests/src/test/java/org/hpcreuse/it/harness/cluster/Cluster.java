/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.harness.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.Leftovers;
import org.hpcreuse.it.harness.Scratch;
import org.hpcreuse.it.harness.TemporaryFiles;
import org.hpcreuse.it.harness.Waits;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.MessageChannel;

/** A real Hadoop cluster on this machine, started and stopped by {@code bin/hpc-reuse}. */
public final class Cluster {
  /** Whether containers are forked, spawned by MPI, or run in slots. */
  public enum Mode {
    FORK,
    SPAWN,
    REUSE
  }

  /** Containers without a slot start in half of the time with these. */
  private static final String QUICK = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1";

  private static final String RECOVERY = "yarn.resourcemanager.work-preserving-recovery";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Mode mode;
  private final List<String> settings;
  private final Path dir;
  private final AtomicInteger commands = new AtomicInteger();
  private final List<Client> clients = new ArrayList<>();
  private final Leftovers leftovers;
  private final TemporaryFiles temporary;
  private boolean running;
  private boolean failed;
  private int epoch;

  private Cluster(Mode mode, List<String> settings, Path dir) {
    this.mode = mode;
    this.settings = settings;
    this.dir = dir;
    leftovers = new Leftovers(dir);
    temporary = new TemporaryFiles(leftovers, Installation.root(), dir);
  }

  static Cluster create(Mode mode, List<String> settings) throws IOException {
    Path parent = Files.createDirectories(Installation.target().resolve("it"));
    String name = "cluster-" + mode.name().toLowerCase(Locale.ROOT);
    return new Cluster(mode, settings, Files.createTempDirectory(parent, name + "-"));
  }

  void up() throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("up", "--dir", home().toString()));
    words.addAll(List.of("--mode", mode.name().toLowerCase(Locale.ROOT)));
    words.addAll(List.of("--slots", "4x512", "--heartbeat-ms", "100"));
    words.addAll(List.of("--conf", "mapreduce.map.speculative=false"));
    words.addAll(List.of("--conf", "mapreduce.reduce.speculative=false"));
    words.addAll(List.of("--conf", "hadoop.prometheus.endpoint.enabled=true"));
    // 3 s and 10 s otherwise, for which tests would wait.
    words.addAll(List.of("--conf", "yarn.nodemanager.container-monitor.interval-ms=1000"));
    words.addAll(List.of("--conf", RECOVERY + ".scheduling-wait-ms=1000"));
    if (mode == Mode.REUSE) {
      words.addAll(List.of("--spares", "2"));
      // As in clusters of «bench faults»: a status that is lost with its manager is forgotten then.
      words.addAll(List.of("--conf", "hpc-reuse.orphan-ms=120000"));
      // The jobs of the tests are fewer than those of the training, which clusters under Slurm
      // have.
      words.addAll(List.of("--conf", "hpc-reuse.training=off"));
    } else {
      for (String part : List.of("map.java.opts", "reduce.java.opts")) {
        words.addAll(List.of("--conf", "mapreduce." + part + "=-Xmx400m " + QUICK));
      }
      words.addAll(List.of("--conf", "yarn.app.mapreduce.am.command-opts=-Xmx400m " + QUICK));
    }
    settings.forEach(setting -> words.addAll(List.of("--conf", setting)));
    running = true;
    failed = true;
    start(words).succeed();
    if (mode == Mode.REUSE) {
      start(List.of("status", "--dir", home().toString(), "--wait-ready", "300000")).succeed();
    }
    temporary.note();
    failed = false;
  }

  /** A daemon that can be ended and started again. */
  public enum Daemon {
    NODEMANAGER,
    RESOURCEMANAGER;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Ends a daemon.
   *
   * @param signal KILL or TERM
   */
  public void end(Daemon daemon, String signal) throws IOException, InterruptedException {
    String pid = Files.readString(home().resolve("run/" + daemon + ".pid")).split(" ", -1)[0];
    assertThat(new ProcessBuilder("kill", "-" + signal, pid).start().waitFor()).isZero();
    Waits.until(daemon + " " + pid + " to end")
        .atMost(Waits.START)
        .until(() -> ProcessHandle.of(Long.parseLong(pid)).isEmpty());
  }

  /** Starts a daemon as up does, and waits until it serves. */
  public void startAgain(Daemon daemon) throws IOException, InterruptedException {
    Path script = Installation.root().resolve("launch/head/start-daemon.sh");
    Path log = dir.resolve("clients").resolve(daemon + "-restart.log");
    ProcessBuilder builder =
        new ProcessBuilder(script.toString(), home().toString(), daemon.toString());
    builder.redirectErrorStream(true).redirectOutput(log.toFile());
    assertThat(builder.start().waitFor()).as(() -> "see " + log).isZero();
    if (daemon == Daemon.RESOURCEMANAGER) {
      epoch++;
    }
  }

  /**
   * The id of a container: a ResourceManager that was started again puts its number into all ids.
   *
   * @param job one that has been submitted
   * @param attempt of the application, from 1
   * @param number 1 is the ApplicationMaster
   */
  public String container(Client job, int attempt, int number) throws IOException {
    String prefix = epoch == 0 ? "container_" : String.format("container_e%02d_", epoch);
    return job.application().replace("application_", prefix)
        + String.format("_%02d_%06d", attempt, number);
  }

  /** The directory of the cluster itself. */
  public Path home() {
    return dir.resolve("cluster");
  }

  /** A directory for the tests' own files. */
  public Path dir() {
    return dir;
  }

  /** Runs a Hadoop client, which must succeed. */
  public Client hadoop(String... words) throws IOException, InterruptedException {
    return startHadoop(words).succeed();
  }

  /** Starts a Hadoop client. */
  public Client startHadoop(String... words) throws IOException {
    List<String> all = new ArrayList<>(List.of("hadoop", "--dir", home().toString()));
    all.addAll(List.of(words));
    return start(all);
  }

  private Client start(List<String> words) throws IOException {
    Path logs = Files.createDirectories(dir.resolve("clients"));
    Path log = logs.resolve(String.format("%03d-%s.log", commands.incrementAndGet(), words.get(0)));
    List<String> command = new ArrayList<>();
    command.add(Installation.root().resolve("bin/hpc-reuse").toString());
    command.addAll(words);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectErrorStream(true).redirectOutput(log.toFile());
    builder.redirectInput(Path.of("/dev/null").toFile());
    Client client = new Client(builder.start(), log, String.join(" ", words));
    synchronized (clients) {
      clients.add(client);
    }
    return client;
  }

  /** The content of HDFS files, by lines, sorted. */
  public List<String> sortedLines(String hdfs) throws IOException, InterruptedException {
    Path local = dir.resolve("copy-" + commands.incrementAndGet());
    hadoop("fs", "-getmerge", hdfs, local.toString());
    try (Stream<String> lines = Files.lines(local)) {
      return lines.sorted().toList();
    }
  }

  /** What the pool of a reuse cluster tells of itself. */
  public JsonNode status() throws IOException, TimeoutException {
    return ask(new Message.StatusQuery());
  }

  /** How many containers were not run in a slot so far. */
  public long forked() throws IOException, TimeoutException {
    return status().at("/launches/forked").asLong();
  }

  /** How many containers were forked for this reason so far. */
  public long forked(String reason) throws IOException, TimeoutException {
    return status().at("/launches/forkReasons").path(reason).asLong();
  }

  /** How many containers ran in slots so far. */
  public long reused() throws IOException, TimeoutException {
    return status().at("/launches/reused").asLong();
  }

  /** What the NodeManager shows over HTTP. */
  public NodeManagerPages nodeManagerPages() throws IOException {
    return NodeManagerPages.of(home().resolve("conf"));
  }

  /** Lets all living ranks of a reuse cluster add up. */
  public JsonNode mpiCheck() throws IOException, TimeoutException {
    return ask(new Message.MpiCheckQuery(Waits.SOON.toMillis()));
  }

  private JsonNode ask(Message question) throws IOException, TimeoutException {
    PoolFiles files = PoolFiles.open(home().resolve("pool"));
    try (MessageChannel channel = MessageChannel.connect(files, Message.Role.ADMIN, Waits.SOON)) {
      channel.send(question, Waits.SOON);
      return JSON.readTree(((Message.Text) channel.receive(Waits.START)).text());
    }
  }

  /** Waits until no slot holds a container: an ApplicationMaster outlives its job by seconds. */
  public void awaitIdle() {
    Waits.until("all slots of " + home() + " to be free")
        .atMost(Duration.ofMinutes(1))
        .ignoreExceptionsInstanceOf(IOException.class)
        .untilAsserted(
            () -> {
              for (JsonNode slot : status().get("slots")) {
                assertThat(slot.get("state").asText()).as(slot.toString()).isEqualTo("FREE");
              }
            });
  }

  /** Waits until every slot is a free rank, as a pool with MPI is again after a while. */
  public void awaitWhole() {
    Waits.until("all slots of " + home() + " to be free ranks")
        .atMost(Waits.START)
        .ignoreExceptionsInstanceOf(IOException.class)
        .untilAsserted(
            () -> {
              for (JsonNode slot : status().get("slots")) {
                assertThat(slot.get("state").asText()).as(slot.toString()).isEqualTo("FREE");
                assertThat(slot.get("mpi").asBoolean()).as(slot.toString()).isTrue();
              }
            });
  }

  /**
   * Remembers what the cluster's processes use outside of its directory, to be gone after its end.
   */
  void noteTemporaryFiles() {
    temporary.note();
  }

  void testFailed() {
    failed = true;
  }

  /**
   * Stops the cluster as its user would.
   *
   * @return what is left of it
   */
  public List<String> down() throws IOException, InterruptedException {
    Path socketDirFile = home().resolve("run/socket-dir");
    Path socketDir =
        Files.exists(socketDirFile) ? Path.of(Files.readString(socketDirFile).strip()) : null;
    running = false;
    temporary.note();
    List<String> left = new ArrayList<>();
    int status = start(List.of("down", "--dir", home().toString())).await();
    if (status != 0) {
      left.add("down ended with status " + status);
    }
    clients.forEach(Client::end);
    left.addAll(leftovers.describe());
    temporary.left().forEach(file -> left.add("temporary file " + file));
    if (socketDir != null && Files.exists(socketDir)) {
      left.add("socket directory " + socketDir);
    }
    return left;
  }

  /** Whatever has happened, nothing stays but, after a failure, the directory. */
  void tearDown() throws IOException, InterruptedException {
    List<String> left = running ? down() : List.of();
    leftovers.processes().forEach(ProcessHandle::destroyForcibly);
    Waits.until("the end of what was killed").until(() -> leftovers.processes().isEmpty());
    if (failed || !left.isEmpty()) {
      System.err.println("kept because of a failure: " + dir + " " + left);
    } else {
      Scratch.deleteTree(dir);
    }
  }
}
