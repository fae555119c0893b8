/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.hpcreuse.bench.MpiProgram.Line;
import org.hpcreuse.bench.MpiProgram.Run;
import org.hpcreuse.bench.cluster.Await;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.ClusterPool;
import org.hpcreuse.bench.cluster.ProcessTable;
import org.hpcreuse.bench.cluster.ResourceManager.Application;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Options;

/** What starts the ranks of an MPI program. */
enum Starter {
  /** {@code hpc-reuse mpi}: slots, which live already. */
  GANG,
  /**
   * A resident rank, by MPI_Comm_spawn. Each run has a resident rank of its own, which lives before
   * the run begins.
   */
  SPAWN,
  /** mpirun: new processes. */
  MPIRUN;

  /** For a program that takes seconds. */
  private static final Duration BOUND = Duration.ofMinutes(5);

  private static final Duration LOG_BOUND = Duration.ofSeconds(30);

  /** What the gang's master has logged: a name and microseconds since the epoch. */
  private static final Pattern MOMENT = Pattern.compile("(\\w+)=(\\d{16})(?!\\d)");

  private static final String SPAWN_MAIN = "org.hpcreuse.spawn.container.SpawnMain";
  private static final String CALLED = "called ";

  /** Its name in options and tables. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Runs a program to its end, within {@link #BOUND}.
   *
   * @param world where, and with which MPI
   */
  Run run(MpiProgram program, int ranks, World world) throws IOException, InterruptedException {
    return switch (this) {
      case GANG -> gang(program, ranks, world);
      case SPAWN -> spawn(program, ranks, world);
      case MPIRUN -> mpirun(program, ranks, world);
    };
  }

  /**
   * A cluster that is up, and the MPI of its pool for processes of one's own: the same mpirun with
   * the same settings.
   *
   * @param jars the directory of all jars
   * @param log receives what programs print on standard error
   * @param mpirun the command of the pool's mpirun without what it starts
   * @param settings its variables for Open MPI
   * @param java the command of a JVM with MPI's Java bindings; {@code -cp} is the last word
   * @param bindings the jar of these
   */
  record World(
      Cluster cluster,
      Path jars,
      Path log,
      List<String> mpirun,
      Map<String, String> settings,
      List<String> java,
      String bindings) {
    /** What the ranks of a program have at most, as the containers have of a gang. */
    private static final String HEAP = "-Xmx512m";

    /** Of a pool whose mpirun lives. */
    static World of(Cluster cluster, Path jars, Path log) throws IOException {
      ClusterPool pool = cluster.pool();
      long pid = pool.mpirun();
      List<String> words = ProcessTable.list(pid, "cmdline");
      int program = words.indexOf("-n");
      if (program < 0) {
        throw BenchException.failed(
            "process " + pid + " is no mpirun that has started ranks: " + words);
      }
      Map<String, String> settings = new HashMap<>();
      for (String entry : ProcessTable.list(pid, "environ")) {
        if (entry.matches("(?s)(OMPI|PMIX|PRTE)_MCA_\\w+=.*")) {
          int equals = entry.indexOf('=');
          settings.put(entry.substring(0, equals), entry.substring(equals + 1));
        }
      }
      PoolFiles files = pool.files();
      List<String> java =
          List.of(
              files.get(Options.JAVA_HOME) + "/bin/java",
              HEAP,
              "-XX:+UseSerialGC",
              "-XX:-UsePerfData",
              "-Xshare:auto",
              "-Djava.library.path=" + files.get(Options.MPI_LIBRARY_PATH),
              "-cp");
      String bindings = files.get(Options.MPI_JAR);
      return new World(cluster, jars, log, words.subList(0, program), settings, java, bindings);
    }

    /** Starts so many processes of a command by mpirun. */
    LineProcess start(int ranks, List<String> command) throws IOException {
      List<String> words = new ArrayList<>(mpirun);
      words.addAll(List.of("-n", Integer.toString(ranks)));
      words.addAll(command);
      return new LineProcess(words, settings, log, BOUND);
    }

    /** The command of a JVM with a jar and the bindings. */
    List<String> rank(String jar, List<String> arguments) {
      List<String> words = new ArrayList<>(java);
      words.add(jars.resolve(jar) + ":" + bindings);
      words.addAll(arguments);
      return words;
    }
  }

  private static Run mpirun(MpiProgram program, int ranks, World world)
      throws IOException, InterruptedException {
    List<String> rank = world.rank(program.jar(), program.words());
    long command = Run.now();
    try (LineProcess process = world.start(ranks, rank)) {
      List<Line> lines = process.next(program.lines(ranks));
      process.awaitEnd();
      return new Run(command, OptionalLong.empty(), OptionalLong.empty(), Run.now(), lines);
    }
  }

  private static Run spawn(MpiProgram program, int ranks, World world)
      throws IOException, InterruptedException {
    List<String> resident = new ArrayList<>(List.of(SPAWN_MAIN, Integer.toString(ranks)));
    resident.addAll(world.rank(program.jar(), program.words()));
    try (LineProcess process = world.start(1, world.rank("spawn-baseline.jar", resident))) {
      process.require(process.next(1).get(0).text().equals("resident"));
      long command = Run.now();
      process.tell();
      // The resident rank's own line may come before, between or behind those of its children.
      List<Line> lines = process.next(program.lines(ranks) + 1);
      process.awaitEnd();
      long end = Run.now();
      List<Line> own = lines.stream().filter(line -> line.text().startsWith(CALLED)).toList();
      process.require(own.size() == 1);
      lines.removeAll(own);
      long called = Long.parseLong(own.get(0).text().substring(CALLED.length()));
      return new Run(command, OptionalLong.empty(), OptionalLong.of(called), end, lines);
    }
  }

  private static Run gang(MpiProgram program, int ranks, World world)
      throws IOException, InterruptedException {
    Cluster cluster = world.cluster;
    List<String> words = new ArrayList<>(List.of("-n", Integer.toString(ranks)));
    words.addAll(List.of("--time-limit", Long.toString(BOUND.toSeconds())));
    // The jar's manifest may name another main class.
    words.addAll(List.of("--class-path", world.jars.resolve(program.jar()).toString()));
    words.addAll(program.words());
    Set<String> known = cluster.applicationIds();
    long command = Run.now();
    List<Line> lines = cluster.mpi(Starter::lines, words.toArray(String[]::new));
    long end = Run.now();
    // A gang that makes room for an older one is submitted again.
    List<Application> applications = cluster.endedSince(known);
    Path logs = cluster.userLogs(applications.get(applications.size() - 1).id());
    Map<String, Long> moments =
        Await.answer(
            "the moments that the gang's master logs in " + logs, LOG_BOUND, () -> logged(logs));
    return new Run(
        command,
        OptionalLong.of(moments.get("registered")),
        OptionalLong.of(moments.get("allocated")),
        end,
        lines);
  }

  private static List<Line> lines(InputStream output) throws IOException {
    List<Line> lines = new ArrayList<>();
    BufferedReader reader =
        new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8));
    for (String text = reader.readLine(); text != null; text = reader.readLine()) {
      lines.add(new Line(Run.now(), text));
    }
    return lines;
  }

  private static Optional<Map<String, Long>> logged(Path logs) throws IOException {
    try (Stream<Path> containers = Files.list(logs)) {
      Path first = containers.min(Comparator.naturalOrder()).orElseThrow();
      Map<String, Long> found = moments(Files.readString(first.resolve("stderr")));
      return Optional.of(found).filter(all -> all.containsKey("over"));
    }
  }

  static Map<String, Long> moments(String log) {
    Map<String, Long> moments = new HashMap<>();
    Matcher matcher = MOMENT.matcher(log);
    while (matcher.find()) {
      moments.put(matcher.group(1), Long.parseLong(matcher.group(2)));
    }
    return moments;
  }
}
