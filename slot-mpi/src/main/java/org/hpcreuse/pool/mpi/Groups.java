/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import org.hpcreuse.pool.mpi.calls.MpiWaits;

/**
 * Makes communicators of some ranks of the MPI job while the others do what they like.
 *
 * <p>MPI_Comm_create_group never returns when one of its members is gone or does not come. So the
 * ranks greet the first of them beforehand, which tells all that all are there. One may still die
 * between that and the end of the call: then the call never returns, and this process must not stay
 * a slot.
 */
final class Groups {
  /** What each MPI takes as a tag. */
  private static final int TAG_MASK = 0x7fff;

  private static final Duration PAUSE = Duration.ofNanos(50_000);

  private final Intracomm all;

  /** For greetings alone. */
  private final Intracomm greetings;

  /** It may hang in MPI. */
  private final SlotThread maker = new SlotThread("slot-mpi-groups");

  /**
   * Collective over all ranks.
   *
   * @param all of the MPI job, for this class alone
   */
  Groups(Intracomm all) throws MPIException {
    this.all = all;
    greetings = all.dup();
  }

  /** Empty while all calls have returned, else why this process cannot go on. */
  String stuck() throws InterruptedException {
    return maker.isIdle(Duration.ZERO) ? "" : "MPI_Comm_create_group has not returned";
  }

  /**
   * Makes a communicator; collective over its ranks.
   *
   * @throws TimeoutException when a rank has not come in time, or MPI does not return
   */
  Intracomm make(List<Integer> ranks, int key, Duration bound)
      throws MPIException, TimeoutException, InterruptedException {
    long deadline = System.nanoTime() + bound.toNanos();
    greet(ranks, key, deadline);
    try {
      return maker.call(() -> create(ranks, key), Math.max(1, deadline - System.nanoTime()));
    } catch (TimeoutException e) {
      throw new TimeoutException(
          "MPI_Comm_create_group of ranks " + ranks + " has not returned in " + bound);
    }
  }

  private Intracomm create(List<Integer> ranks, int key) throws MPIException {
    Group everyone = all.getGroup();
    Group some = everyone.incl(ranks.stream().mapToInt(Integer::intValue).toArray());
    try {
      return all.createGroup(some, key & TAG_MASK);
    } finally {
      some.free();
      everyone.free();
    }
  }

  /** All say to the first that they are there, and the first says to all that all are. */
  private void greet(List<Integer> ranks, int key, long deadline)
      throws MPIException, TimeoutException, InterruptedException {
    int self = all.getRank();
    int first = ranks.get(0);
    if (self == first) {
      List<Greeting> others = new ArrayList<>();
      for (int rank : ranks.subList(1, ranks.size())) {
        others.add(Greeting.from(greetings, rank, key));
      }
      for (Greeting each : others) {
        each.await(deadline);
      }
      for (Greeting each : others) {
        Greeting.to(greetings, each.rank, key).await(deadline);
      }
    } else {
      Greeting.to(greetings, first, key).await(deadline);
      Greeting.from(greetings, first, key).await(deadline);
    }
  }

  /**
   * One message on its way. The key is its content, since tags are smaller in some transports. A
   * greeting of an earlier attempt that nobody has taken is passed over.
   */
  private static final class Greeting {
    private final Intracomm greetings;
    private final int rank;
    private final int key;

    /** Null when it is sent. */
    private ByteBuffer received;

    private Request request;

    private Greeting(Intracomm greetings, int rank, int key) {
      this.greetings = greetings;
      this.rank = rank;
      this.key = key;
    }

    static Greeting to(Intracomm greetings, int rank, int key) throws MPIException {
      Greeting sent = new Greeting(greetings, rank, key);
      sent.request = greetings.iSend(memory().putInt(0, key), 1, MPI.INT, rank, key & TAG_MASK);
      return sent;
    }

    static Greeting from(Intracomm greetings, int rank, int key) throws MPIException {
      Greeting wanted = new Greeting(greetings, rank, key);
      wanted.receive();
      return wanted;
    }

    private void receive() throws MPIException {
      received = memory();
      request = greetings.iRecv(received, 1, MPI.INT, rank, key & TAG_MASK);
    }

    private static ByteBuffer memory() {
      return ByteBuffer.allocateDirect(Integer.BYTES).order(ByteOrder.nativeOrder());
    }

    /** A request that is not complete at the end stays with its container, as any other. */
    void await(long deadline) throws MPIException, TimeoutException, InterruptedException {
      while (!isDone()) {
        if (System.nanoTime() - deadline >= 0) {
          throw new TimeoutException("MPI rank " + rank + " has not come to the communicator");
        }
        MpiWaits.requireAllowed();
        TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
      }
    }

    private boolean isDone() throws MPIException {
      if (!request.test()) {
        return false;
      }
      if (received == null || received.getInt(0) == key) {
        return true;
      }
      receive();
      return false;
    }
  }
}
