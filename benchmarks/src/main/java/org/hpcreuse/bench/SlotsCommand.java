/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.hpcreuse.bench.Entry.RunOptions;
import org.hpcreuse.bench.RunCommand.UpArguments;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.workload.MapReduceJobs.ManyClasses;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * A benchmark that runs jobs through few slots until there were enough containers, and looks at
 * what the slots come to. The outputs of all jobs must be equal.
 */
abstract class SlotsCommand extends RunCommand {
  @Option(
      names = "--containers",
      paramLabel = "N",
      description =
          "Containers to run at least (default: trace 1000; soak 10000, of Tez 100, of Spark and"
              + " Flink 150).")
  Integer containers;

  @Mixin UpArguments up;

  @Option(
      names = "--resume",
      paramLabel = "RUN",
      description = "Go on with the run in this directory, in a new pool; its options are kept.")
  Path resume;

  /**
   * The jobs of a benchmark like this.
   *
   * @param arm how the slots run it
   * @param containers how many run unless the user says otherwise
   * @param containersAJob how many a job has
   * @param heartbeatMs NodeManager and ApplicationMaster heartbeats, ms
   */
  record Jobs(Benchmark bench, Arm arm, int containers, int containersAJob, int heartbeatMs) {}

  /** What the user has asked for. */
  abstract Jobs jobs();

  /** What many containers with many classes leave in two slots. */
  @Command(
      name = "trace",
      mixinStandardHelpOptions = true,
      description = {
        "Run jobs with a jar of 2,000 classes through two slots, audit the slots after each, and",
        "show how loaders, classes, threads, descriptors and memory went."
      })
  static final class Trace extends SlotsCommand {
    /** Short heartbeats, as it is not time that is measured. */
    @Override
    Jobs jobs() {
      return new Jobs(Benchmark.TRACE, Arm.REUSE, 1_000, ManyClasses.CONTAINERS, 200);
    }
  }

  /**
   * What very many containers leave in few slots. No job of MapReduce is forked: sixty maps one
   * after the other would take minutes.
   */
  @Command(
      name = "soak",
      mixinStandardHelpOptions = true,
      description = {
        "Run jobs of many short maps through two slots, or applications of a framework through"
            + " four",
        "that keep its classes. Read what the slots have come to after each, and show how memory,",
        "classes, loaders, threads and descriptors grow with the containers; then what the idle",
        "slots cost."
      })
  static final class Soak extends SlotsCommand {
    /** What may run. */
    enum Program {
      PI,
      SPARK,
      TEZ,
      FLINK;

      /** As users write it. */
      @Override
      public String toString() {
        return name().toLowerCase(Locale.ROOT);
      }
    }

    @Option(
        names = "--program",
        paramLabel = "NAME",
        description = "What runs: pi, spark, tez or flink (default: ${DEFAULT-VALUE}).")
    Program program = Program.PI;

    @Override
    Jobs jobs() {
      return switch (program) {
        // A map takes 0.2 s, and none waits for a heartbeat that is as short.
        case PI -> new Jobs(Benchmark.SOAK, Arm.REUSE, 10_000, Benchmark.SOAK_CONTAINERS, 100);
        case SPARK -> new Jobs(Benchmark.SOAK_SPARK, Arm.KEPT, 150, 3, 1_000);
        case TEZ -> new Jobs(Benchmark.SOAK_TEZ, Arm.KEPT, 100, 2, 250);
        case FLINK -> new Jobs(Benchmark.SOAK_FLINK, Arm.KEPT, 150, 3, 1_000);
      };
    }
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    return takeSamples(resume == null ? begin(options()) : resumed(resume));
  }

  private RunOptions options() throws BenchException {
    Jobs jobs = jobs();
    int wanted = containers == null ? jobs.containers : containers;
    requireRange("--containers", wanted, 1, Integer.MAX_VALUE);
    int samples = (wanted + jobs.containersAJob - 1) / jobs.containersAJob;
    List<String> words = up.after(jobs.bench.upOptions());
    return RunOptions.of(jobs.bench.toString(), samples, jobs.arm, 1, jobs.heartbeatMs, words);
  }
}
