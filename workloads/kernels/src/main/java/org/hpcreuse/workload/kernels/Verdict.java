/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.kernels;

import java.util.Locale;
import mpi.MPI;
import mpi.MPIException;

/**
 * How a kernel ends: rank 0 prints a line, and each rank has the exit status of the check of all.
 */
final class Verdict {
  private static final int USAGE = 2;
  private static final int WRONG = 3;

  private Verdict() {}

  /**
   * Ends the program.
   *
   * @param name of the kernel, with its size
   * @param right whether the result is right in this rank's eyes; it has to be so in all
   * @param result for people
   * @param begun {@link MPI#wtime} at the begin, seconds
   */
  static void end(String name, boolean right, String result, double begun) throws MPIException {
    boolean[] everywhere = {right};
    MPI.COMM_WORLD.allReduce(everywhere, 1, MPI.BOOLEAN, MPI.LAND);
    if (MPI.COMM_WORLD.getRank() == 0) {
      System.out.printf(
          Locale.ROOT,
          "%s, %d ranks: %s; %s; %.3f s%n",
          name,
          MPI.COMM_WORLD.getSize(),
          everywhere[0] ? "right" : "WRONG",
          result,
          MPI.wtime() - begun);
    }
    MPI.Finalize();
    if (!everywhere[0]) {
      System.exit(WRONG);
    }
  }

  /** Ends the process when a condition does not hold. */
  static void requireUsage(boolean holds, String usage) {
    if (!holds) {
      System.err.println("usage: " + usage);
      System.exit(USAGE);
    }
  }
}
