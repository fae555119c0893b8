/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.spawn.container;

import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import mpi.Intercomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * {@code SpawnMain N WORD…}: a resident rank that starts N processes of a command. It prints {@link
 * #RESIDENT} when MPI has started, and waits for a line on standard input. Then it calls
 * MPI_Comm_spawn and prints {@link #CALLED} and when that was, microseconds since the epoch. It
 * leaves its children when they do, in MPI_Finalize at the latest.
 */
public final class SpawnMain {
  /** The line after MPI_Init. */
  public static final String RESIDENT = "resident";

  /** The first word of the line with the moment of the call. */
  public static final String CALLED = "called";

  private SpawnMain() {}

  /** Runs the rank; mpirun has started it alone. */
  public static void main(String[] words) throws MPIException, IOException {
    MPI.InitThread(new String[0], MPI.THREAD_MULTIPLE);
    System.out.println(RESIDENT);
    if (System.in.read() < 0) {
      throw new IOException("standard input has ended before the line that says go");
    }
    int count = Integer.parseInt(words[0]);
    String[] arguments = Arrays.copyOfRange(words, 2, words.length);
    long called = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    Intercomm children =
        MPI.COMM_SELF.spawn(words[1], arguments, count, MPI.INFO_NULL, 0, new int[count]);
    System.out.println(CALLED + " " + called);
    children.disconnect();
    MPI.Finalize();
  }
}
