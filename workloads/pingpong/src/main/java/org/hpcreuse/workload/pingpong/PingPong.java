/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pingpong;

import java.util.Arrays;
import mpi.Comm;
import mpi.MPI;

/**
 * {@code PingPong BUFFERS ROUNDS [LARGEST]}: ranks 0 and 1 send a message to and fro. BUFFERS is
 * {@code direct} or {@code array}. For each size from 1 B to 4 MiB (or LARGEST) rank 0 prints a
 * line: buffers, bytes, the median over the rounds of the time one way, microseconds, and the same
 * as MB/s.
 */
public final class PingPong {
  private static final int USAGE = 2;
  private static final int DEFAULT_LARGEST = 4 << 20;

  private PingPong() {}

  /** Runs a rank. */
  public static void main(String[] args) throws Exception {
    boolean valid =
        (args.length == 2 || args.length == 3)
            && args[0].matches("direct|array")
            && Arrays.stream(args).skip(1).allMatch(word -> word.matches("[1-9][0-9]{0,7}"));
    if (!valid) {
      System.err.println("usage: PingPong direct|array ROUNDS [LARGEST]");
      System.exit(USAGE);
    }
    MPI.Init(args);
    int largest = args.length == 3 ? Integer.parseInt(args[2]) : DEFAULT_LARGEST;
    Comm world = MPI.COMM_WORLD;
    if (world.getSize() < 2) {
      System.err.println("PingPong needs two ranks");
      world.abort(USAGE);
    }
    int rank = world.getRank();
    if (rank < 2) {
      Exchange exchange = new MpiExchange(world, 1 - rank, args[0].equals("direct"));
      new ToAndFro(exchange, rank == 0, Integer.parseInt(args[1])).measure(largest);
    }
    world.barrier();
    MPI.Finalize();
  }
}
