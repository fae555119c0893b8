/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pingpong;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/**
 * {@code PingPong BUFFERS ROUNDS [LARGEST]}: ranks 0 and 1 send a message to and fro. BUFFERS is
 * {@code direct} or {@code array}. For each size from 1 B to 4 MiB (or LARGEST) rank 0 prints a
 * line: buffers, bytes, the median over the rounds of the time one way, microseconds, and the same
 * as MB/s. A round of small messages is many of them, since the clock is coarse.
 */
public final class PingPong {
  private static final int USAGE = 2;
  private static final int DEFAULT_LARGEST = 4 << 20;
  private static final int ROUND_BYTES = 1 << 20;
  private static final int MOST_IN_ROUND = 200;
  private static final int TAG = 1;
  private static final double MICROS = 1e6;

  private final Comm world;
  private final boolean direct;
  private final int rounds;

  private PingPong(Comm world, boolean direct, int rounds) {
    this.world = world;
    this.direct = direct;
    this.rounds = rounds;
  }

  /** Runs a rank. */
  public static void main(String[] args) throws MPIException {
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
    PingPong pingPong = new PingPong(world, args[0].equals("direct"), Integer.parseInt(args[1]));
    for (int bytes = 1; bytes <= largest; bytes *= 2) {
      pingPong.measure(bytes);
    }
    world.barrier();
    MPI.Finalize();
  }

  private void measure(int bytes) throws MPIException {
    int messages = Math.max(1, Math.min(MOST_IN_ROUND, ROUND_BYTES / bytes));
    Object buffer = direct ? ByteBuffer.allocateDirect(bytes) : new byte[bytes];
    int rank = world.getRank();
    if (rank > 1) {
      return;
    }
    double[] seconds = new double[rounds];
    for (int round = -rounds / 2; round < rounds; round++) {
      double begin = MPI.wtime();
      for (int i = 0; i < messages; i++) {
        if (rank == 0) {
          world.send(buffer, bytes, MPI.BYTE, 1, TAG);
          world.recv(buffer, bytes, MPI.BYTE, 1, TAG);
        } else {
          world.recv(buffer, bytes, MPI.BYTE, 0, TAG);
          world.send(buffer, bytes, MPI.BYTE, 0, TAG);
        }
      }
      if (round >= 0) {
        seconds[round] = (MPI.wtime() - begin) / messages / 2;
      }
    }
    if (rank == 0) {
      Arrays.sort(seconds);
      double median = seconds[rounds / 2];
      System.out.printf(
          Locale.ROOT,
          "%s %d %.3f %.1f%n",
          direct ? "direct" : "array",
          bytes,
          median * MICROS,
          bytes / median / MICROS);
    }
  }
}
