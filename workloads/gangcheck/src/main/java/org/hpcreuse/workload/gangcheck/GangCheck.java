/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.gangcheck;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

/**
 * {@code GangCheck SEED [recv|allReduce]}: looks whether a message of another gang is there, sends
 * messages of random lengths between all ranks and compares each, and adds numbers. Then it leaves
 * messages, requests and a communicator behind, as a careless program does. Gangs that run at the
 * same time have different seeds.
 *
 * <p>With the second word one rank prints its process's number, and all wait in that call until
 * somebody ends this process.
 */
public final class GangCheck {
  private static final int USAGE = 2;
  private static final int FAILED = 3;
  private static final int ROUNDS = 8;
  private static final int LONGEST = 1 << 17;
  private static final int LEFT_TAG = 4711;

  private final Intracomm world;
  private final long seed;
  private final int rank;
  private final int size;

  private GangCheck(Intracomm world, long seed) throws MPIException {
    this.world = world;
    this.seed = seed;
    rank = world.getRank();
    size = world.getSize();
  }

  /** Runs a rank. */
  public static void main(String[] args) throws MPIException {
    boolean valid =
        (args.length == 1 || (args.length == 2 && args[1].matches("recv|allReduce")))
            && args[0].matches("[0-9]{1,18}");
    if (!valid) {
      System.err.println("usage: GangCheck SEED [recv|allReduce]");
      System.exit(USAGE);
    }
    MPI.Init(args);
    GangCheck check = new GangCheck(MPI.COMM_WORLD, Long.parseLong(args[0]));
    check.begin();
    for (int round = 0; round < ROUNDS; round++) {
      check.exchange(round);
      check.sum(round);
    }
    if (args.length == 2) {
      check.waitForTheEnd(args[1].equals("recv"));
    }
    MPI.COMM_WORLD.barrier(); // all messages of the gang have been received
    check.requireNothing();
    MPI.COMM_WORLD.barrier();
    check.leave();
    if (check.rank == 0) {
      System.out.println("seed " + check.seed + ", " + check.size + " ranks: right");
    }
    MPI.Finalize();
  }

  /** Nobody sends before all have come to the barrier. */
  private void begin() throws MPIException {
    requireNothing();
    System.out.println("rank " + rank + " begins");
    world.barrier();
  }

  private void requireNothing() throws MPIException {
    Status stray = world.iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG);
    require(stray == null, "a message is there that nobody of this gang has sent");
  }

  private void exchange(int round) throws MPIException {
    ByteBuffer[] sent = new ByteBuffer[size];
    mpi.Request[] requests = new mpi.Request[size - 1];
    int count = 0;
    for (int peer = 0; peer < size; peer++) {
      if (peer != rank) {
        byte[] bytes = message(round, rank, peer);
        sent[peer] = ByteBuffer.allocateDirect(bytes.length).put(bytes);
        requests[count++] = world.iSend(sent[peer], bytes.length, MPI.BYTE, peer, round);
      }
    }
    for (int peer = size - 1; peer >= 0; peer--) {
      if (peer != rank) {
        byte[] wanted = message(round, peer, rank);
        byte[] received = new byte[wanted.length];
        Status status = world.recv(received, received.length, MPI.BYTE, peer, round);
        require(
            status.getCount(MPI.BYTE) == wanted.length && Arrays.equals(received, wanted),
            "the message of rank " + peer + " in round " + round + " is another one");
      }
    }
    mpi.Request.waitAll(requests);
  }

  /** The bytes that one rank sends to another in a round; at least one. */
  private byte[] message(int round, int from, int to) {
    SplittableRandom random = new SplittableRandom(seed * 31 + (round * 64L + from) * 64L + to);
    byte[] bytes = new byte[1 + random.nextInt(1 << random.nextInt(1, 18))];
    random.nextBytes(bytes);
    return bytes;
  }

  private void sum(int round) throws MPIException {
    long[] numbers = {seed + rank, round};
    world.allReduce(numbers, numbers.length, MPI.LONG, MPI.SUM);
    require(
        numbers[0] == seed * size + size * (size - 1L) / 2 && numbers[1] == (long) round * size,
        "the sum in round " + round + " is another one");
  }

  /** One rank, which is not the first, is killed meanwhile. */
  private void waitForTheEnd(boolean inRecv) throws MPIException {
    int victim = 1 + (int) (seed % (size - 1));
    if (rank == victim) {
      System.out.println("victim " + ProcessHandle.current().pid());
    }
    byte[] nothing = new byte[1];
    while (true) {
      if (inRecv) {
        world.recv(nothing, 1, MPI.BYTE, rank == victim ? 0 : victim, LEFT_TAG);
      } else {
        sum(0);
      }
    }
  }

  private void leave() throws MPIException {
    if (size > 1) {
      int next = (rank + 1) % size;
      world.iSend(ByteBuffer.allocateDirect(16), 16, MPI.BYTE, next, LEFT_TAG);
      world.iSend(ByteBuffer.allocateDirect(LONGEST), LONGEST, MPI.BYTE, next, LEFT_TAG);
      world.dup().iSend(ByteBuffer.allocateDirect(16), 16, MPI.BYTE, next, LEFT_TAG);
    }
  }

  private void require(boolean holds, String otherwise) {
    if (!holds) {
      System.out.println("seed " + seed + ", rank " + rank + ": " + otherwise);
      System.exit(FAILED);
    }
  }
}
