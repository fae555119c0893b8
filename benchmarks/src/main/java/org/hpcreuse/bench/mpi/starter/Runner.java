/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.mpi.starter;

import java.io.IOException;
import java.time.Duration;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.mpi.program.Moments;
import org.hpcreuse.bench.mpi.program.Program;

/** Starts MPI programs in its way. */
public interface Runner {
  /** For a program that takes seconds. */
  Duration BOUND = Duration.ofMinutes(5);

  /**
   * Runs a program to its end.
   *
   * @throws BenchException when it fails, or takes longer than {@link #BOUND}
   */
  Moments run(Program program, int ranks) throws IOException, BenchException, InterruptedException;
}
