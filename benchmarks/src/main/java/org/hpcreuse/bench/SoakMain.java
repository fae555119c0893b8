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
      case PI -> new Jobs(BenchName.SOAK, Arm.REUSE, 10_000, BenchName.SOAK_CONTAINERS, 100);
      case SPARK -> new Jobs(BenchName.SOAK_SPARK, Arm.KEPT, 150, 3, 1_000);
      case TEZ -> new Jobs(BenchName.SOAK_TEZ, Arm.KEPT, 100, 2, 250);
      case FLINK -> new Jobs(BenchName.SOAK_FLINK, Arm.KEPT, 150, 3, 1_000);
    };
  }

  /** Ends the JVM with one of {@link org.hpcreuse.protocol.ExitCodes}. */
  public static void main(String[] words) {
    System.exit(Failures.execute(new SoakMain(), words));
  }
}
