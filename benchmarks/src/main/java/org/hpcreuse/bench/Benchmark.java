/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.hpcreuse.bench.Entry.RunOptions;
import org.hpcreuse.bench.SlotWatch.Look;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.workload.Frameworks.Flink;
import org.hpcreuse.bench.workload.Frameworks.Spark;
import org.hpcreuse.bench.workload.Frameworks.Tez;
import org.hpcreuse.bench.workload.MapReduceJobs.KMeans;
import org.hpcreuse.bench.workload.MapReduceJobs.ManyClasses;
import org.hpcreuse.bench.workload.MapReduceJobs.PageRank;
import org.hpcreuse.bench.workload.MapReduceJobs.Pi;
import org.hpcreuse.bench.workload.MapReduceJobs.TeraSort;
import org.hpcreuse.bench.workload.MapReduceJobs.WordCount;
import org.hpcreuse.bench.workload.Workload;

/** The benchmarks that take samples of jobs, and what each runs. */
enum Benchmark {
  /** Many tiny maps: what a container's start-up takes. */
  LAUNCH,
  /** Tasks and ApplicationMasters one after the other: what a slot takes to be clean again. */
  RELEASE,
  /** Many containers with many classes: what they leave in slots. */
  TRACE,
  /** Tasks with many classes of the user's own, one after the other: what it takes to load them. */
  CLASSES,
  /** Very many short containers: what they leave in slots. */
  SOAK,
  /** Nothing: what a pool costs that is left alone. */
  IDLE,
  PI,
  /** The same job with few and with many maps: what a map costs in processor time. */
  CPU,
  WORDCOUNT,
  TERASORT,
  PAGERANK,
  /** A Spark program with ten queries, in cluster mode. */
  SPARK,
  /** A Flink program with checkpoints, in application mode. */
  FLINK,
  /** Tez's own example. */
  TEZ,
  /** Applications of Spark one after the other: what they leave in slots. */
  SOAK_SPARK,
  SOAK_FLINK,
  SOAK_TEZ,
  /**
   * Points that find their centres: jobs that read them again each time, or ranks that keep them.
   */
  KMEANS,
  /** What {@code hpc-reuse demo} shows. */
  DEMO;

  /** A slot for the ApplicationMaster and one for its tasks; every container goes through these. */
  private static final String ONE_TASK_AT_A_TIME = "--slots 2x1024 --spares 0";

  /** A driver and two executors of Spark fit, and as many containers of Tez and Flink. */
  private static final String FRAMEWORK_SLOTS = "--slots 4x1024 --spares 0";

  private static final Set<Benchmark> SOAKED_FRAMEWORKS = Set.of(SOAK_SPARK, SOAK_FLINK, SOAK_TEZ);

  /** So often slots rest in a run; each rest takes some 15 s. */
  private static final int SOAK_RESTS = 40;

  private static final int FRAMEWORK_RESTS = 10;
  private static final int SOAK_MAPS = 60;

  /** With its reduce and its ApplicationMaster. */
  static final int SOAK_CONTAINERS = SOAK_MAPS + 2;

  /**
   * What it runs.
   *
   * @param run receives input that is made
   * @param say receives a line about the input
   */
  List<Workload> workloads(Home home, RunOptions options, RunDirectory run, Consumer<String> say)
      throws IOException, InterruptedException {
    Path input = run.dir().resolve("input");
    WordCount words = new WordCount(input, options.seed());
    List<String> sizes = options.sizes();
    return switch (this) {
      case LAUNCH -> List.of(new Pi("launch", 32));
      case RELEASE -> List.of(new Pi("release", 16), words);
      case TRACE, CLASSES -> List.of(new ManyClasses(input, home.jar("manyclasses.jar")));
      case SOAK -> List.of(new Pi("soak", SOAK_MAPS));
      case IDLE -> List.of();
      case PI -> List.of(new Pi("pi", 8));
      case CPU -> List.of(new Pi("pi-8", 8), new Pi("pi-40", 40));
      case WORDCOUNT -> List.of(words);
      case TERASORT -> sizes.stream().<Workload>map(TeraSort::new).toList();
      case PAGERANK ->
          List.of(
              new PageRank(
                  home.file("build/lib"), home.debianGraph(run, say), options.iterations(), false));
      case SPARK, SOAK_SPARK -> List.of(new Spark(home.frameworkJars("spark", run.logs())));
      case FLINK, SOAK_FLINK -> {
        Path conf = home.file("frameworks/pyflink/conf");
        yield List.of(new Flink(home.frameworkJars("pyflink", run.logs()), conf));
      }
      case TEZ, SOAK_TEZ -> List.of(new Tez(home.frameworkJars("tez", run.logs()), words));
      case KMEANS -> {
        Path jar = home.jar("kmeans.jar");
        yield sizes.stream()
            .<Workload>map(size -> new KMeans(jar, size, options.iterations(), options.seed()))
            .toList();
      }
      case DEMO ->
          List.of(
              new PageRank(
                  home.file("build/lib"), home.debianGraph(run, say), options.iterations(), false),
              new TeraSort(sizes.get(0)));
    };
  }

  /** The benchmark of that name, unless it is none of these, as «faults». */
  static Optional<Benchmark> of(String name) {
    return Stream.of(values()).filter(bench -> bench.toString().equals(name)).findFirst();
  }

  /** The command whose runs have that name as their benchmark; most have the command «bench». */
  static String commandOf(String name) {
    if (name.startsWith(ColdCommand.PREFIX)) {
      return ColdCommand.NAME;
    }
    Optional<Benchmark> bench = of(name);
    boolean own = bench.map(Benchmark::hasOwnCommand).orElse(true);
    return !own ? "bench" : bench.map(Benchmark::isSoak).orElse(false) ? SOAK.toString() : name;
  }

  /** The arms that it compares when the user names none. */
  List<Arm> arms() {
    return switch (this) {
      case CLASSES -> List.of(Arm.FORK, Arm.REUSE, Arm.KEPT);
      case KMEANS -> List.of(Arm.FORK, Arm.REUSE, Arm.GANG);
      case IDLE -> List.of(Arm.REUSE);
      default ->
          isFramework()
              ? List.of(Arm.FORK, Arm.FORK_TUNED, Arm.KEPT)
              : List.of(Arm.FORK, Arm.REUSE);
    };
  }

  /** The sizes of its data when the user names none. */
  List<String> sizes() {
    return this == KMEANS ? List.of("40k", "320k", "2560k") : List.of("128m");
  }

  /** What it looks at in slots beside its samples. */
  SlotWatch watch(RunOptions options) {
    if (isSoak()) {
      int rests = isFramework() ? FRAMEWORK_RESTS : SOAK_RESTS;
      return new SlotWatch(Look.GROWTH, options.samples(), rests);
    }
    Look look = this == TRACE ? Look.AUDITS : this == IDLE ? Look.IDLE : Look.NOTHING;
    return new SlotWatch(look, options.samples(), options.samples());
  }

  /** Whether what it runs is no MapReduce, and arms that are options of MapReduce do not fit. */
  boolean isFramework() {
    return this == SPARK || this == FLINK || this == TEZ || SOAKED_FRAMEWORKS.contains(this);
  }

  /** Whether it is about what very many containers leave in slots. */
  private boolean isSoak() {
    return this == SOAK || SOAKED_FRAMEWORKS.contains(this);
  }

  /** Whether a job is forked before those in slots, to give the output that all must have. */
  boolean hasForkedOutput() {
    return this == TRACE || SOAKED_FRAMEWORKS.contains(this);
  }

  /** Whether it has a command of its own, with other options. */
  boolean hasOwnCommand() {
    return this == DEMO || this == TRACE || isSoak();
  }

  /** Words for {@code hpc-reuse up} that it needs, unless the user says otherwise. */
  String upOptions() {
    return isFramework()
        ? FRAMEWORK_SLOTS
        : Set.of(RELEASE, TRACE, CLASSES, SOAK).contains(this) ? ONE_TASK_AT_A_TIME : "";
  }

  /** Its name in options and files. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
