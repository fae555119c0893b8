/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import org.hpcreuse.pool.mpi.calls.MpiObjects;

/**
 * A sum over some ranks of a node, by single messages: the lowest rank collects and answers. No
 * call of it can hang, and it makes no communicator: a process that makes two at the same time may
 * stop others for ever.
 */
final class Sum {
  private static final Duration PAUSE = Duration.ofNanos(100_000);

  private final Intracomm comm;
  private final int self;
  private final int tag;
  private final long deadline;

  /**
   * For one sum.
   *
   * @param comm for sums alone
   * @param tag tells concurrent sums apart
   * @param bound how long the others may take
   */
  Sum(Intracomm comm, int tag, Duration bound) throws MPIException {
    this.comm = comm;
    this.tag = tag;
    self = comm.getRank();
    deadline = System.nanoTime() + bound.toNanos();
  }

  /**
   * Adds up; each of the ranks calls it.
   *
   * @param ranks ascending; this one among them
   * @param addend this rank's part
   */
  long over(List<Integer> ranks, long addend)
      throws MPIException, TimeoutException, InterruptedException {
    int collector = ranks.get(0);
    if (self != collector) {
      send(collector, addend);
      return receive(collector);
    }
    long sum = addend;
    for (int rank : ranks.subList(1, ranks.size())) {
      sum += receive(rank);
    }
    for (int rank : ranks.subList(1, ranks.size())) {
      send(rank, sum);
    }
    return sum;
  }

  private void send(int rank, long value)
      throws MPIException, TimeoutException, InterruptedException {
    ByteBuffer memory = memory().putLong(0, value);
    await(comm.iSend(memory, 1, MPI.LONG, rank, tag), rank);
  }

  private long receive(int rank) throws MPIException, TimeoutException, InterruptedException {
    ByteBuffer memory = memory();
    await(comm.iRecv(memory, 1, MPI.LONG, rank, tag), rank);
    return memory.getLong(0);
  }

  private void await(Request request, int rank)
      throws MPIException, TimeoutException, InterruptedException {
    while (!request.test()) {
      if (System.nanoTime() - deadline >= 0) {
        MpiObjects.keepForEver(request);
        throw new TimeoutException("rank " + rank + " does not answer");
      }
      TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
    }
  }

  private static ByteBuffer memory() {
    return ByteBuffer.allocateDirect(Long.BYTES).order(ByteOrder.nativeOrder());
  }
}
