/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.run.AuditWatch;
import org.hpcreuse.bench.run.IdleWatch;
import org.hpcreuse.bench.run.SlotWatch;
import org.hpcreuse.bench.run.SoakWatch;
import org.hpcreuse.bench.samples.RunOptions;
import org.hpcreuse.bench.workload.Flink;
import org.hpcreuse.bench.workload.KMeans;
import org.hpcreuse.bench.workload.ManyClasses;
import org.hpcreuse.bench.workload.PageRank;
import org.hpcreuse.bench.workload.Pi;
import org.hpcreuse.bench.workload.Spark;
import org.hpcreuse.bench.workload.TeraSort;
import org.hpcreuse.bench.workload.Tez;
import org.hpcreuse.bench.workload.WordCount;
import org.hpcreuse.bench.workload.Workload;
import org.hpcreuse.bench.workload.input.DataSize;
import org.hpcreuse.bench.workload.input.Graph;

/** The benchmarks there are, and what each runs. */
enum BenchName {
  /** Many tiny maps: what a container's start-up takes. */
  LAUNCH {
    @Override
    List<Workload> workloads(Home home, RunOptions options, Path run, Consumer<String> say) {
      return List.of(new Pi("launch", LAUNCH_MAPS, POINTS));
    }
  },
  /** Tasks and ApplicationMasters one after the other: what a slot takes to be clean again. */
  RELEASE {
    @Override
    List<Workload> workloads(Home home, RunOptions options, Path run, Consumer<String> say) {
      return List.of(
          new Pi("release", RELEASE_MAPS, POINTS),
          new WordCount(run.resolve("input"), options.seed()));
    }

    @Override
    List<String> upOptions() {
      return ONE_TASK_AT_A_TIME;
    }
  },
  /** Many containers with many classes: what they leave in slots. */
  TRACE {
    @Override
    List<Workload> workloads(Home home, RunOptions options, Path run, Consumer<String> say) {
      return manyClasses(home, run);
    }

    @Override
    List<String> upOptions() {
      return ONE_TASK_AT_A_TIME;
    }

    @Override
    SlotWatch watch(RunOptions options) {
      return new AuditWatch();
    }
  },
  /** Tasks with many classes of the user's own, one after the other: what it takes to load them. */
  CLASSES {
    @Override
    List<Workload> workloads(Home home, RunOptions options, Path run, Consumer<String> say) {
      return manyClasses(home, run);
    }

    @Override
    List<String> upOptions() {
      return ONE_TASK_AT_A_TIME;
    }

    @Override
    List<Arm> arms() {
      return List.of(Arm.FORK, Arm.REUSE, Arm.KEPT);
    }
  },
  /** Very many short containers: what they leave in slots. */
  SOAK {
    @Override
    List<Workload> workloads(Home home, RunOptions options, Path run, Consumer<String> say) {
      return List.of(new Pi("soak", SOAK_MAPS, POINTS));
    }

    @Override
    List<String> upOptions() {
      return ONE_TASK_AT_A_TIME;
    }
  },
  /** Nothing: what a pool costs that is left alone. */
  IDLE {
    @Override
    List<Workload> workloads(Home home, RunOptions options, Path run, Consumer<String> say) {
      return List.of();
    }

    @Override
    List<Arm> arms() {
      return List.of(Arm.REUSE);
    }

    @Override
    SlotWatch watch(RunOptions options) {
      return new IdleWatch(options.samples());
    }
  },
  PI {
    @Override
    List<Workload> workloads(Home home, RunOptions options, Path run, Consumer<String> say) {
      return List.of(new Pi("pi", PI_MAPS, POINTS));
    }
  },
  /** The same job with few and with many maps: what a map costs in processor time. */
  CPU {
    @Override
    List<Workload> workloads(Home home, RunOptions options, Path run, Consumer<String> say) {
      return List.of(
          new Pi("pi-" + PI_MAPS, PI_MAPS, POINTS), new Pi("pi-" + MANY_MAPS, MANY_MAPS, POINTS));
    }
  },
  WORDCOUNT {
    @Override
    List<Workload> workloads(Home home, RunOptions options, Path run, Consumer<String> say) {
      return List.of(new WordCount(run.resolve("input"), options.seed()));
    }
  },
  TERASORT {
    @Override
    List<Workload> workloads(Home home, RunOptions options, Path run, Consumer<String> say) {
      return options.sizes().stream().map(DataSize::parse).<Workload>map(TeraSort::new).toList();
    }
  },
  PAGERANK {
    @Override
    List<Workload> workloads(Home home, RunOptions options, Path run, Consumer<String> say)
        throws IOException, InterruptedException {
      return List.of(pageRank(home, options, run, say));
    }
  },
  /** A Spark program with ten queries, in cluster mode. */
  SPARK {
    @Override
    List<Workload> workloads(Home home, RunOptions options, Path run, Consumer<String> say)
        throws IOException, InterruptedException {
      Path jars = new FrameworkJars(home, run.resolve("logs")).of("spark");
      return List.of(
          new Spark(
              jars, jars.resolveSibling("spark-program.jar"), run.resolve("logs/clients.log")));
    }
  },
  /** A Flink program with checkpoints, in application mode. */
  FLINK {
    @Override
    List<Workload> workloads(Home home, RunOptions options, Path run, Consumer<String> say)
        throws IOException, InterruptedException {
      return List.of(
          new Flink(
              new FrameworkJars(home, run.resolve("logs")).of("pyflink"),
              home.framework("pyflink").resolve("conf"),
              run.resolve("logs/clients.log")));
    }
  },
  /** Tez's own example. */
  TEZ {
    @Override
    List<Workload> workloads(Home home, RunOptions options, Path run, Consumer<String> say)
        throws IOException, InterruptedException {
      return List.of(
          new Tez(
              new FrameworkJars(home, run.resolve("logs")).of("tez"),
              new WordCount(run.resolve("input"), options.seed())));
    }
  },
  /** Applications of Spark one after the other: what they leave in slots. */
  SOAK_SPARK {
    @Override
    List<Workload> workloads(Home home, RunOptions options, Path run, Consumer<String> say)
        throws IOException, InterruptedException {
      return SPARK.workloads(home, options, run, say);
    }
  },
  /** The same with Flink. */
  SOAK_FLINK {
    @Override
    List<Workload> workloads(Home home, RunOptions options, Path run, Consumer<String> say)
        throws IOException, InterruptedException {
      return FLINK.workloads(home, options, run, say);
    }
  },
  /** The same with Tez. */
  SOAK_TEZ {
    @Override
    List<Workload> workloads(Home home, RunOptions options, Path run, Consumer<String> say)
        throws IOException, InterruptedException {
      return TEZ.workloads(home, options, run, say);
    }
  },
  /**
   * Points that find their centres: jobs that read them again each time, or ranks that keep them.
   */
  KMEANS {
    @Override
    List<Workload> workloads(Home home, RunOptions options, Path run, Consumer<String> say) {
      return options.sizes().stream()
          .<Workload>map(
              size ->
                  new KMeans(
                      home.kmeansJar(), DataSize.parse(size), options.iterations(), options.seed()))
          .toList();
    }

    @Override
    List<Arm> arms() {
      return List.of(Arm.FORK, Arm.REUSE, Arm.GANG);
    }

    @Override
    List<String> sizes() {
      return List.of("40k", "320k", "2560k");
    }
  },
  /** What {@code hpc-reuse demo} shows. */
  DEMO {
    @Override
    List<Workload> workloads(Home home, RunOptions options, Path run, Consumer<String> say)
        throws IOException, InterruptedException {
      return List.of(
          pageRank(home, options, run, say), new TeraSort(DataSize.parse(options.sizes().get(0))));
    }
  };

  /** A slot for the ApplicationMaster and one for its tasks; every container goes through these. */
  private static final List<String> ONE_TASK_AT_A_TIME =
      List.of("--slots", "2x1024", "--spares", "0");

  /** A driver and two executors of Spark fit, and as many containers of Tez and Flink. */
  private static final List<String> FRAMEWORK_SLOTS = List.of("--slots", "4x1024", "--spares", "0");

  private static final Set<BenchName> SOAKED_FRAMEWORKS = Set.of(SOAK_SPARK, SOAK_FLINK, SOAK_TEZ);

  private static final Set<BenchName> FRAMEWORKS = Set.of(SPARK, FLINK, TEZ);

  private static final List<Arm> FRAMEWORK_ARMS = List.of(Arm.FORK, Arm.FORK_TUNED, Arm.KEPT);

  /** So often slots rest in a run; each rest takes some 15 s. */
  private static final int SOAK_RESTS = 40;

  private static final int FRAMEWORK_RESTS = 10;

  private static final int SOAK_MAPS = 60;

  /** With its reduce and its ApplicationMaster. */
  static final int SOAK_CONTAINERS = SOAK_MAPS + 2;

  private static final int LAUNCH_MAPS = 32;
  private static final int RELEASE_MAPS = 16;
  private static final int PI_MAPS = 8;
  private static final int MANY_MAPS = 40;
  private static final int POINTS = 10;

  /**
   * What it runs.
   *
   * @param home the project's files
   * @param options of the run
   * @param run the run's directory, for input that is made
   * @param say receives a line about the input
   */
  abstract List<Workload> workloads(Home home, RunOptions options, Path run, Consumer<String> say)
      throws IOException, InterruptedException;

  /** Words for {@code hpc-reuse up} that this benchmark needs: options, each with its value. */
  List<String> upOptions() {
    return isFramework() ? FRAMEWORK_SLOTS : List.of();
  }

  /** The benchmark of a run, unless it is none of these, as «faults». */
  static Optional<BenchName> of(RunOptions options) {
    return Stream.of(values()).filter(bench -> bench.words().equals(options.bench())).findFirst();
  }

  /** The command that a run is of, as users write it. */
  static String command(RunOptions options) {
    return of(options).map(BenchName::command).orElse(options.bench());
  }

  /** The command that runs it: all soaks have one. */
  String command() {
    return isSoak() ? SOAK.words() : words();
  }

  /** Its name in options and files. */
  String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The arms that it compares when the user names none. */
  List<Arm> arms() {
    return isFramework() ? FRAMEWORK_ARMS : List.of(Arm.FORK, Arm.REUSE);
  }

  /** The sizes of its data when the user names none. */
  List<String> sizes() {
    return List.of("128m");
  }

  /** What it looks at in slots beside its samples. */
  SlotWatch watch(RunOptions options) {
    return isSoak()
        ? new SoakWatch(options.samples(), isFramework() ? FRAMEWORK_RESTS : SOAK_RESTS)
        : SlotWatch.NONE;
  }

  /** Whether what it runs is no MapReduce, and arms that are options of MapReduce do not fit. */
  boolean isFramework() {
    return FRAMEWORKS.contains(this) || SOAKED_FRAMEWORKS.contains(this);
  }

  /** Whether it is about what very many containers leave in slots. */
  boolean isSoak() {
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

  /** The options that the user does not give, and after them the user's. */
  List<String> with(List<String> users) {
    List<String> words = new ArrayList<>();
    List<String> own = upOptions();
    for (int i = 0; i < own.size(); i += 2) {
      if (!users.contains(own.get(i))) {
        words.addAll(own.subList(i, i + 2));
      }
    }
    words.addAll(users);
    return words;
  }

  private static List<Workload> manyClasses(Home home, Path run) {
    return List.of(new ManyClasses(run.resolve("input"), home.manyClassesJar()));
  }

  private static Workload pageRank(Home home, RunOptions options, Path run, Consumer<String> say)
      throws IOException, InterruptedException {
    Path graph =
        new Graph(home.graphs())
            .debian(run.resolve("input/debian.txt"), run.resolve("logs/graph.log"), say);
    return new PageRank(home.pageRankJar(), home.pageRankMpiJar(), graph, options.iterations());
  }
}
