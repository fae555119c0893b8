/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.util.Locale;
import org.hpcreuse.bench.cluster.Arm;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code hpc-reuse bench soak}: what very many containers leave in few slots. No job of MapReduce
 * is forked: sixty maps one after the other would take minutes.
 */
@Command(
    name = "hpc-reuse bench soak",
    mixinStandardHelpOptions = true,
    description = {
      "Run jobs of many short maps through two slots, or applications of a framework through four",
      "that keep its classes. Read what the slots have come to after each, and show how memory,",
      "classes, loaders, threads and descriptors grow with the containers; then what the idle",
      "slots cost."
    })
public final class SoakMain extends ContainersMain {
  /** What may run, with the default number of containers, and how many a job has. */
  enum Program {
    /** A map takes 0.2 s, and none waits for a heartbeat that is as short. */
    PI(BenchName.SOAK, Arm.REUSE, 10_000, BenchName.SOAK_CONTAINERS, 100, 0),
    SPARK(BenchName.SOAK_SPARK, Arm.KEPT, 150, 3, 1_000, 1),
    TEZ(BenchName.SOAK_TEZ, Arm.KEPT, 100, 2, 250, 1),
    FLINK(BenchName.SOAK_FLINK, Arm.KEPT, 150, 3, 1_000, 1);

    private final BenchName bench;
    private final Arm arm;
    private final int containers;
    private final int containersAJob;
    private final int heartbeatMs;
    private final int forked;

    Program(
        BenchName bench, Arm arm, int containers, int containersAJob, int heartbeatMs, int forked) {
      this.bench = bench;
      this.arm = arm;
      this.containers = containers;
      this.containersAJob = containersAJob;
      this.heartbeatMs = heartbeatMs;
      this.forked = forked;
    }

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
    return new Jobs(
        program.bench,
        program.arm,
        program.containers,
        program.containersAJob,
        program.heartbeatMs,
        program.forked);
  }

  @Override
  boolean isOwn(BenchName bench) {
    return bench.isSoak();
  }

  /** Ends the JVM with one of {@link org.hpcreuse.protocol.ExitCodes}. */
  public static void main(String[] words) {
    System.exit(Failures.execute(new SoakMain(), words));
  }
}
