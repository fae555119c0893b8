/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.hpcreuse.bench.cluster.ResourceManager.Application;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.option.Options;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;

/** One arm's cluster, from up to down. Not thread-safe, except {@link #down}. */
public final class Cluster {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration APPLICATION_END = Duration.ofSeconds(60);
  private static final String AUDIT_WAIT_MS = "30000";

  /** A slot gives its memory back after some 10 s; a lost one is replaced, and trains. */
  private static final Duration REST = Duration.ofMinutes(5);

  /** Between two looks at a pool: each costs its manager a millisecond of processor time. */
  static final Duration LOOK = Duration.ofSeconds(1);

  private static final Duration CONTAINER_END = Duration.ofSeconds(60);

  /** Figures of some hundred thousand containers. */
  private static final List<String> TELEMETRY =
      List.of("--conf", Options.TELEMETRY_MB.key() + "=128");

  private final Arm arm;
  private final Path dir;
  private final Commands command;
  private final List<String> jobOptions;
  // Other threads' commands against the same cluster.
  private final List<Commands> beside = new CopyOnWriteArrayList<>();
  private ResourceManager resourceManager;
  private long upMs;

  /** Names a cluster in a directory; {@link #up} starts it. */
  public Cluster(Arm arm, Path dir, Commands command) {
    this(arm, dir, command, arm.jobOptions());
  }

  private Cluster(Arm arm, Path dir, Commands command, List<String> jobOptions) {
    this.arm = arm;
    this.dir = dir;
    this.command = command;
    this.jobOptions = List.copyOf(jobOptions);
  }

  public Arm arm() {
    return arm;
  }

  public Path dir() {
    return dir;
  }

  /** How long {@link #up} took, ms. */
  public long upMs() {
    return upMs;
  }

  /**
   * The same cluster for another arm of the same host.
   *
   * @param options generic options for its jobs, {@code -Dname=value}
   */
  public Cluster as(Arm other, List<String> options) {
    if (other.host() != arm.host()) {
      throw new IllegalArgumentException("arm " + other + " does not use the cluster of " + arm);
    }
    Cluster cluster = new Cluster(other, dir, command, options);
    cluster.resourceManager = resourceManager;
    return cluster;
  }

  /** The same cluster for another thread, with a log; {@link #down} ends its commands, too. */
  public Cluster beside(Path log) throws IOException {
    Commands other = command.withLog(log);
    beside.add(other);
    Cluster cluster = new Cluster(arm, dir, other);
    cluster.attach();
    return cluster;
  }

  /** Runs its commands, and other programs beside it. */
  public Commands commands() {
    return command;
  }

  /** Its configuration files. */
  public Path conf() {
    return dir.resolve("conf");
  }

  /**
   * A property that must be in one of them.
   *
   * @param site such as {@code yarn-site.xml}
   * @throws IOException when the file is not there, or has no such property
   */
  public String property(String site, String key) throws IOException {
    Path file = conf().resolve(site);
    String expression = "//property[normalize-space(name)='" + key + "']/value";
    try (InputStream in = Files.newInputStream(file)) {
      InputSource source = new InputSource(in);
      Node value =
          (Node)
              XPathFactory.newInstance()
                  .newXPath()
                  .evaluate(expression, source, XPathConstants.NODE);
      if (value == null) {
        throw new IOException(file + " has no " + key);
      }
      return value.getTextContent().strip();
    } catch (XPathExpressionException e) {
      throw new IOException(file + " is not a Hadoop configuration", e);
    }
  }

  /** Starts it with further options of {@code hpc-reuse up}, and waits until it is ready. */
  public void up(List<String> options) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("up", "--dir", dir.toString()));
    words.addAll(arm.upOptions());
    if (arm.hasPool()) {
      words.addAll(TELEMETRY);
    }
    words.addAll(options);
    long start = System.nanoTime();
    command.run(words.toArray(String[]::new));
    upMs = Duration.ofNanos(System.nanoTime() - start).toMillis();
    attach();
  }

  /** Waits until all slots are free: {@link #up} waits for the first ones. */
  public void awaitSlots() throws IOException, InterruptedException {
    command.run("status", "--dir", dir.toString(), "--wait-ready", "300000");
  }

  /** Uses the cluster in {@link #dir}, which is up. */
  public void attach() throws IOException {
    resourceManager =
        new ResourceManager(property("yarn-site.xml", "yarn.resourcemanager.webapp.address"));
  }

  /** Ends the command that runs, from another thread; no other is run after that. */
  public void stop() throws InterruptedException {
    command.stop();
  }

  /** Ends whatever client runs and stops the cluster; its logs stay. Repeatable. */
  public void down(boolean purge) throws IOException, InterruptedException {
    stop();
    for (Commands other : beside) {
      other.stop();
    }
    command.run(Commands.DOWN, "--dir", dir.toString(), purge ? "--purge" : "--keep");
  }

  /** The words of a job of the examples' jar: its name, the arm's options, its arguments. */
  public String[] example(String name, String... arguments) {
    return job(List.of("examples", name), arguments);
  }

  /** The words of a job of another jar, which understands generic options. */
  public String[] job(Path jar, String... arguments) {
    return job(List.of(jar.toString()), arguments);
  }

  private String[] job(List<String> program, String... arguments) {
    List<String> words = new ArrayList<>(program);
    words.addAll(jobOptions);
    words.addAll(List.of(arguments));
    return words.toArray(String[]::new);
  }

  /** Runs a Hadoop client; its output goes to the log. */
  public void hadoop(String... words) throws IOException, InterruptedException {
    command.run(client("hadoop", words));
  }

  /** Runs a Hadoop client and reads its standard output. */
  public <T> T hadoop(Commands.Reader<T> reader, String... words)
      throws IOException, InterruptedException {
    return command.read(reader, Map.of(), client("hadoop", words));
  }

  /** The same with one more jar on the client's class path, after Hadoop's own. */
  public <T> T hadoop(Commands.Reader<T> reader, Path jar, String... words)
      throws IOException, InterruptedException {
    Map<String, String> environment = Map.of("HADOOP_CLASSPATH", jar.toString());
    return command.read(reader, environment, client("hadoop", words));
  }

  /** Runs an MPI program in its slots ({@code hpc-reuse mpi}) and reads what it prints. */
  public <T> T mpi(Commands.Reader<T> reader, String... words)
      throws IOException, InterruptedException {
    return command.read(reader, Map.of(), client("mpi", words));
  }

  /** The same, of a program that need not end well. */
  public <T> Commands.End<T> mpiEnd(Commands.Reader<T> reader, String... words)
      throws IOException, InterruptedException {
    return command.end(reader, Map.of(), client("mpi", words));
  }

  private String[] client(String name, String... words) {
    List<String> line = new ArrayList<>(List.of(name, "--dir", dir.toString()));
    line.addAll(List.of(words));
    return line.toArray(String[]::new);
  }

  /** The pool's state, by a command; only of an arm with a pool. */
  public PoolStatus status() throws IOException, InterruptedException {
    String status = command.text("status", "--dir", dir.toString(), "--json");
    return new PoolStatus(JSON.readTree(status));
  }

  /** Every slot, compared with its baseline; waits for those that are busy. */
  public List<PoolStatus.MeasuredSlot> audit() throws IOException, InterruptedException {
    String[] words = {"audit", "--json", "--wait", AUDIT_WAIT_MS, "--dir", dir.toString()};
    Commands.End<String> end = command.end(Commands::utf8, Map.of(), words);
    // Its status 1 is a finding.
    if (end.status() > ExitCodes.FAILED || end.output().isEmpty()) {
      throw BenchException.failed("the audit of " + dir + " ended with status " + end.status());
    }
    return PoolStatus.measured(JSON.readTree(end.output()).path("slots"));
  }

  /** Talks to the pool itself. */
  public ClusterPool pool() {
    return new ClusterPool(dir.resolve("pool"));
  }

  /** Talks to the pool of its client slots, if it has such slots. */
  public Optional<ClusterPool> clientPool() {
    return Optional.of(dir.resolve("client-pool")).filter(Files::isDirectory).map(ClusterPool::new);
  }

  /** Both pools, or the one that it has; none in fork mode. */
  public List<ClusterPool> pools() {
    List<ClusterPool> pools = new ArrayList<>();
    if (Files.isDirectory(dir.resolve("pool"))) {
      pools.add(pool());
    }
    clientPool().ifPresent(pools::add);
    return pools;
  }

  /**
   * Returns when each slot, those of clients too, is free, has collected garbage and has given its
   * memory back. Returns at once in fork mode. A {@code BenchException} names what is left.
   */
  public void rest() throws IOException, InterruptedException {
    Await.nothingMissing(
        "the slots of " + dir + " to rest",
        REST,
        LOOK,
        () -> {
          List<String> unrest = new ArrayList<>();
          for (ClusterPool pool : pools()) {
            unrest.addAll(pool.status().unrest());
          }
          return unrest;
        });
  }

  /**
   * The processes that {@code up} has started itself, by name, such as {@code nodemanager}: a file
   * run/NAME.pid each. All others of a cluster descend from these.
   */
  public static Map<String, Long> pids(Path cluster) throws IOException {
    Map<String, Long> pids = new TreeMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(cluster.resolve("run"), "*.pid")) {
      for (Path file : files) {
        String text = Files.readString(file).strip();
        try {
          String name = file.getFileName().toString().replaceFirst("\\.pid$", "");
          pids.put(name, Long.valueOf(text.split(" ", -1)[0]));
        } catch (NumberFormatException e) {
          throw new IOException(file + " holds no pid but \"" + text + "\"", e);
        }
      }
    }
    return pids;
  }

  /** The version of Hadoop its ResourceManager runs. */
  public String hadoopVersion() throws IOException, InterruptedException {
    return resourceManager.hadoopVersion();
  }

  /** Ids of all applications so far. */
  public Set<String> applicationIds() throws IOException, InterruptedException {
    return resourceManager.applications().stream()
        .map(Application::id)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Kills an application; returns whether it was there to be killed. */
  public boolean kill(String application) throws IOException, InterruptedException {
    return resourceManager.kill(application);
  }

  /** The applications that came since, when all of them have ended. */
  public List<Application> endedSince(Set<String> known) throws IOException, InterruptedException {
    return Await.answer(
        "the end of the " + arm + " cluster's applications",
        APPLICATION_END,
        () -> {
          List<Application> added = new ArrayList<>(resourceManager.applications());
          added.removeIf(application -> known.contains(application.id()));
          return Optional.of(added).filter(all -> all.stream().allMatch(Application::ended));
        });
  }

  /**
   * The containers of an application, when all have ended: an ApplicationMaster's own does so some
   * seconds after its job.
   */
  public List<ContainerTimes> containers(String application)
      throws IOException, InterruptedException {
    NodeFiles files =
        new NodeFiles(
            dir.resolve("logs/nodemanager.log"),
            dir.resolve("logs/userlogs"),
            poolLogs().resolve("launches.jsonl"));
    return Await.answer(
        "the end of the containers of " + application + " in " + files,
        CONTAINER_END,
        () -> files.containers(application));
  }

  /** Where YARN has the logs of an application's containers, a directory for each. */
  public Path userLogs(String application) {
    return dir.resolve("logs/userlogs").resolve(application);
  }

  /** Where the pool's own logs are. */
  public Path poolLogs() {
    return dir.resolve("pool/logs");
  }
}
