/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.BufferedReader;
import java.io.IOException;
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
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.hpcreuse.bench.MpiProgram.Line;
import org.hpcreuse.bench.MpiProgram.Run;
import org.hpcreuse.bench.cluster.Await;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.ProcessTable;
import org.hpcreuse.bench.cluster.ResourceManager.Application;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Options;

/**
 * Runs MPI programs in three ways beside each other: as gangs in the slots of a cluster that is up,
 * and in processes of their own by the mpirun of its pool, with the same settings.
 */
final class MpiStarters {
  /** For a program that takes seconds. */
  private static final Duration BOUND = Duration.ofMinutes(5);

  private static final Duration LOG_BOUND = Duration.ofSeconds(30);

  /** What the gang's master has logged: a name and microseconds since the epoch. */
  private static final Pattern MOMENT = Pattern.compile("(\\w+)=(\\d{16})(?!\\d)");

  private static final String SPAWN_MAIN = "org.hpcreuse.spawn.container.SpawnMain";
  private static final String RESIDENT = "resident";
  private static final String CALLED = "called ";

  /** What starts the ranks of an MPI program. */
  enum Starter {
    /** {@code hpc-reuse mpi}: slots, which live already. */
    GANG,
    /**
     * A resident rank, by MPI_Comm_spawn. Each run has a resident rank of its own, which lives
     * before the run begins.
     */
    SPAWN,
    /** mpirun: new processes. */
    MPIRUN;

    /** Its name in options and tables. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Cluster cluster;
  private final Home home;

  /** The command of the pool's mpirun without what it starts. */
  private final List<String> mpirun;

  /** Its variables for Open MPI. */
  private final Map<String, String> settings = new HashMap<>();

  private final PoolFiles pool;

  /** Of a pool whose mpirun lives. */
  MpiStarters(Cluster cluster, Home home) throws IOException {
    this.cluster = cluster;
    this.home = home;
    pool = cluster.pool().files();
    long pid = cluster.pool().mpirun();
    List<String> words = ProcessTable.list(pid, "cmdline");
    int program = words.indexOf("-n");
    if (program < 0) {
      throw BenchException.failed(
          "process " + pid + " is no mpirun that has started ranks: " + words);
    }
    mpirun = words.subList(0, program);
    for (String entry : ProcessTable.list(pid, "environ")) {
      if (entry.matches("(?s)(OMPI|PMIX|PRTE)_MCA_\\w+=.*")) {
        int equals = entry.indexOf('=');
        settings.put(entry.substring(0, equals), entry.substring(equals + 1));
      }
    }
  }

  /** Runs a program to its end, within {@link #BOUND}. */
  Run run(Starter starter, MpiProgram program, int ranks) throws IOException, InterruptedException {
    return switch (starter) {
      case GANG -> gang(program, ranks);
      case SPAWN -> spawn(program, ranks);
      case MPIRUN -> mpirun(program, ranks);
    };
  }

  private Run mpirun(MpiProgram program, int ranks) throws IOException, InterruptedException {
    List<String> line = line(ranks, rank(program.jar(), program.words()));
    long command = Run.now();
    List<Line> lines =
        cluster.commands().program(line, settings, BOUND, process -> lines(process.inputReader()));
    return new Run(command, OptionalLong.empty(), OptionalLong.empty(), Run.now(), lines);
  }

  private Run spawn(MpiProgram program, int ranks) throws IOException, InterruptedException {
    List<String> resident = new ArrayList<>(List.of(SPAWN_MAIN, Integer.toString(ranks)));
    resident.addAll(rank(program.jar(), program.words()));
    AtomicLong command = new AtomicLong();
    List<Line> lines =
        cluster
            .commands()
            .program(
                line(1, rank("spawn-baseline.jar", resident)),
                settings,
                BOUND,
                process -> {
                  BufferedReader output = process.inputReader();
                  String first = output.readLine();
                  if (!RESIDENT.equals(first)) {
                    throw BenchException.failed(SPAWN_MAIN + " printed «" + first + "»");
                  }
                  command.set(Run.now());
                  process.getOutputStream().write('\n');
                  process.getOutputStream().flush();
                  return lines(output);
                });
    long end = Run.now();
    // The resident rank's own line may come before, between or behind those of its children.
    List<Line> own = lines.stream().filter(line -> line.text().startsWith(CALLED)).toList();
    if (own.size() != 1) {
      throw BenchException.failed(SPAWN_MAIN + " said " + own.size() + " times that it has called");
    }
    lines.removeAll(own);
    long called = Long.parseLong(own.get(0).text().substring(CALLED.length()));
    return new Run(command.get(), OptionalLong.empty(), OptionalLong.of(called), end, lines);
  }

  private Run gang(MpiProgram program, int ranks) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("-n", Integer.toString(ranks)));
    words.addAll(List.of("--time-limit", Long.toString(BOUND.toSeconds())));
    // The jar's manifest may name another main class.
    words.addAll(List.of("--class-path", home.jar(program.jar()).toString()));
    words.addAll(program.words());
    Set<String> known = cluster.applicationIds();
    long command = Run.now();
    List<Line> lines =
        cluster.mpi(
            output ->
                lines(new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8))),
            words.toArray(String[]::new));
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

  /** The command that starts so many processes of another command by mpirun. */
  private List<String> line(int ranks, List<String> command) {
    List<String> words = new ArrayList<>(mpirun);
    words.addAll(List.of("-n", Integer.toString(ranks)));
    words.addAll(command);
    return words;
  }

  /**
   * The command of a JVM with a jar and MPI's Java bindings. Its heap is what the ranks of a
   * program have at most, as the containers have of a gang.
   */
  private List<String> rank(String jar, List<String> arguments) {
    List<String> words = new ArrayList<>();
    words.add(pool.get(Options.JAVA_HOME) + "/bin/java");
    words.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xshare:auto"));
    words.add("-Djava.library.path=" + pool.get(Options.MPI_LIBRARY_PATH));
    words.addAll(List.of("-cp", home.jar(jar) + ":" + pool.get(Options.MPI_JAR)));
    words.addAll(arguments);
    return words;
  }

  private static List<Line> lines(BufferedReader output) throws IOException {
    List<Line> lines = new ArrayList<>();
    for (String text = output.readLine(); text != null; text = output.readLine()) {
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
