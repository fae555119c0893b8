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
 * as MB/s.
 */
public final class PingPong {
  private static final int USAGE = 2;
  private static final int TAG = 1;
  private static final int DEFAULT_LARGEST = 4 << 20;
  private static final int ROUND_BYTES = 1 << 20;
  private static final int MOST_IN_ROUND = 200;
  private static final double NANOS_PER_MICRO = 1e3;

  private final Comm world;
  private final int rank;
  private final String buffers;
  private final int rounds;

  private PingPong(Comm world, String buffers, int rounds) throws MPIException {
    this.world = world;
    this.buffers = buffers;
    this.rounds = rounds;
    rank = world.getRank();
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
    Comm world = MPI.COMM_WORLD;
    if (world.getSize() < 2) {
      System.err.println("PingPong needs two ranks");
      world.abort(USAGE);
    }
    if (world.getRank() < 2) {
      PingPong pingPong = new PingPong(world, args[0], Integer.parseInt(args[1]));
      int largest = args.length == 3 ? Integer.parseInt(args[2]) : DEFAULT_LARGEST;
      for (int bytes = 1; bytes <= largest; bytes *= 2) {
        pingPong.measure(bytes);
      }
    }
    world.barrier();
    MPI.Finalize();
  }

  /** A round of small messages is many of them, since the clock is coarse. */
  private void measure(int bytes) throws MPIException {
    int messages = Math.max(1, Math.min(MOST_IN_ROUND, ROUND_BYTES / bytes));
    Object buffer = buffers.equals("direct") ? ByteBuffer.allocateDirect(bytes) : new byte[bytes];
    double[] micros = new double[rounds];
    for (int round = -rounds / 2; round < rounds; round++) {
      long begin = System.nanoTime();
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
        micros[round] = (System.nanoTime() - begin) / NANOS_PER_MICRO / messages / 2;
      }
    }
    if (rank == 0) {
      Arrays.sort(micros);
      double median = micros[rounds / 2];
      System.out.printf(Locale.ROOT, "%s %d %.3f %.1f%n", buffers, bytes, median, bytes / median);
    }
  }
}
