/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pingpong;

import mpi.Comm;
import mpi.MPI;

/**
 * {@code PingPong BUFFERS ROUNDS [LARGEST]}: ranks 0 and 1 send a message to and fro. BUFFERS is
 * {@code direct} or {@code array}. For each size from 1 B to 4 MiB (or LARGEST) rank 0 prints a
 * line: buffers, bytes, the median over the rounds of the time one way, microseconds, and the same
 * as MB/s.
 */
public final class PingPong {
  private PingPong() {}

  /** Runs a rank. */
  public static void main(String[] args) throws Exception {
    Arguments arguments = Arguments.read("PingPong", "direct|array", args);
    Comm world = Arguments.startMpi("PingPong", args);
    int rank = world.getRank();
    if (rank < 2) {
      Exchange exchange = new MpiExchange(world, 1 - rank, arguments.way().equals("direct"));
      new ToAndFro(exchange, rank == 0, arguments.rounds()).measure(arguments.largest());
    }
    world.barrier();
    MPI.Finalize();
  }
}
