/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.workload.ManyClasses;
import picocli.CommandLine.Command;

/**
 * {@code hpc-reuse bench trace}: what many containers with many classes leave in two slots. One job
 * in fork mode gives the output that all jobs in slots must have.
 */
@Command(
    name = "hpc-reuse bench trace",
    mixinStandardHelpOptions = true,
    description = {
      "Run jobs with a jar of 2,000 classes through two slots, audit the slots after each, and",
      "show how loaders, classes, threads, descriptors and memory went."
    })
public final class TraceMain extends ContainersMain {
  private static final int CONTAINERS = 1_000;

  /** Short, as it is not time that is measured. */
  private static final int HEARTBEAT_MS = 200;

  @Override
  Jobs jobs() {
    return new Jobs(BenchName.TRACE, Arm.REUSE, CONTAINERS, ManyClasses.CONTAINERS, HEARTBEAT_MS);
  }

  /** Ends the JVM with one of {@link org.hpcreuse.protocol.ExitCodes}. */
  public static void main(String[] words) {
    System.exit(Failures.execute(new TraceMain(), words));
  }
}
