/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.mpistart;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import mpi.MPI;
import mpi.MPIException;

/**
 * {@code MpiStart}: each rank prints its number, when its {@code main()} began, and when it came
 * out of the first barrier, both in microseconds since the epoch. Between the two is {@code
 * MPI.Init}. The ranks are on one machine, or their clocks agree.
 */
public final class MpiStart {
  private MpiStart() {}

  /** Runs a rank. */
  public static void main(String[] args) throws MPIException {
    long begun = micros();
    MPI.Init(args);
    MPI.COMM_WORLD.barrier();
    long ready = micros();
    System.out.println("rank " + MPI.COMM_WORLD.getRank() + " " + begun + " " + ready);
    MPI.Finalize();
  }

  private static long micros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }
}
