/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import picocli.CommandLine.Command;

/**
 * {@code hpc-reuse bench soak}: what very many short containers leave in two slots. No job is
 * forked: sixty maps one after the other would take minutes.
 */
@Command(
    name = "hpc-reuse bench soak",
    mixinStandardHelpOptions = true,
    description = {
      "Run jobs of many short maps through two slots, read what the slots have come to after",
      "each, and show how memory, classes, loaders, threads and descriptors grow with the",
      "containers; then what the idle slots cost."
    })
public final class SoakMain extends ContainersMain {
  private static final int CONTAINERS = 10_000;

  /** A map takes 0.2 s, and none waits for a heartbeat that is as short. */
  private static final int HEARTBEAT_MS = 100;

  /** For the command line. */
  public SoakMain() {
    super(BenchName.SOAK, CONTAINERS, BenchName.SOAK_CONTAINERS, HEARTBEAT_MS, 0);
  }

  /** Ends the JVM with one of {@link org.hpcreuse.protocol.ExitCodes}. */
  public static void main(String[] words) {
    System.exit(Failures.execute(new SoakMain(), words));
  }
}
