/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.calls;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/**
 * The end of communicators that several processes share.
 *
 * <p>Open MPI gives the number of a freed communicator to the next one, and matches messages by
 * that number. A message that is still under way would then reach the next communicator. So the
 * members first say to each other on the communicator itself that they send nothing more; MPI keeps
 * the order of messages between two ranks, so that what was sent before has come by then. A
 * communicator whose members do not all say so keeps its number for ever.
 */
public final class CommunicatorClose {
  /** So that no message of a program is taken for a last word by accident. */
  private static final long MARK = 0x6870632d72657573L;

  /** Any tag does, since all messages are looked at. */
  private static final int TAG = 0;

  /** Between the first member and the last one that have come to the end of the program. */
  private static final Duration SAME_PLACE = Duration.ofSeconds(2);

  private static final Duration UNBOUNDED = Duration.ofDays(365);

  private final long word;
  private long deadlineNanos;

  private CommunicatorClose(long word, Duration bound) {
    this.word = MARK ^ word;
    extend(bound);
  }

  private void extend(Duration bound) {
    deadlineNanos = System.nanoTime() + bound.toNanos();
  }

  /**
   * Frees a communicator and others that were made from it. Collective over its members; all have
   * stopped using them. The others need not be the same in all members: those that some member has
   * freed already, or not all members come to, are left as they are.
   *
   * @param main the communicator
   * @param others made from it, oldest first
   * @param word the same number in all members
   * @param bound how long the members may take to come
   * @return whether nothing is left
   */
  public static boolean from(Intracomm main, List<Intracomm> others, long word, Duration bound)
      throws MPIException {
    CommunicatorClose parting = new CommunicatorClose(word, bound);
    if (parting.meet(List.of(main)).isEmpty()) {
      return false;
    }
    parting.extend(SAME_PLACE);
    boolean nothingLeft = true;
    List<Intracomm> met = parting.meet(others);
    for (Intracomm each : met) {
      nothingLeft &= parting.isFreed(each);
    }
    // The others may have used up the time, in some member or in all.
    parting.extend(SAME_PLACE.multipliedBy(2));
    return parting.isFreed(main) && nothingLeft && met.size() == others.size();
  }

  private boolean isFreed(Intracomm communicator) throws MPIException {
    if (!isQuiet(communicator)) {
      return false;
    }
    Bindings.free(communicator);
    return true;
  }

  /** Returns when all members have said their last words; waits as long as the container may. */
  static void untilQuiet(Comm communicator) throws MPIException {
    CommunicatorClose parting = new CommunicatorClose(0, UNBOUNDED);
    parting.isDoneInTime(communicator.iBarrier());
    parting.isQuiet(communicator);
  }

  /** Returns those communicators that all their members have come to. */
  private List<Intracomm> meet(List<Intracomm> communicators) throws MPIException {
    List<Request> barriers = new ArrayList<>();
    for (Intracomm each : communicators) {
      barriers.add(each.iBarrier());
    }
    List<Intracomm> met = new ArrayList<>();
    for (int i = 0; i < barriers.size(); i++) {
      if (isDoneInTime(barriers.get(i))) {
        met.add(communicators.get(i));
      } else {
        Pending.leave(barriers.get(i));
      }
    }
    return met;
  }

  private boolean isDoneInTime(Request request) throws MPIException {
    MpiWaits.PollBackoff polls = new MpiWaits.PollBackoff();
    while (!request.test()) {
      if (isLate()) {
        return false;
      }
      polls.next();
    }
    return true;
  }

  /** The same; the memory stays with native code when the request is not done. */
  private boolean isDoneInTime(Request request, CallBuffer used) throws MPIException {
    boolean done = false;
    try {
      done = isDoneInTime(request);
      return done;
    } finally {
      if (!done) {
        Pending.leave(request, used);
      }
    }
  }

  private boolean isLate() {
    return System.nanoTime() - deadlineNanos >= 0;
  }

  /** Exchanges last words with each other member; throws away what comes before theirs. */
  private boolean isQuiet(Comm comm) throws MPIException {
    int size = comm.getSize();
    int self = comm.getRank();
    List<Request> sends = new ArrayList<>();
    for (int peer = 0; peer < size; peer++) {
      if (peer != self) {
        ByteBuffer last = memory(Long.BYTES).putLong(0, word);
        sends.add(comm.iSend(last, Long.BYTES, MPI.BYTE, peer, TAG));
      }
    }
    boolean[] heard = new boolean[size];
    heard[self] = true;
    int missing = size - 1;
    MpiWaits.PollBackoff polls = new MpiWaits.PollBackoff();
    while (missing > 0) {
      Status status = comm.iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG);
      if (status != null) {
        int peer = status.getSource();
        if (isLastWord(comm, status) && !heard[peer]) {
          heard[peer] = true;
          missing--;
        }
      } else if (isLate()) {
        sends.forEach(Pending::leave);
        return false;
      } else {
        polls.next();
      }
    }
    for (Request send : sends) {
      if (!isDoneInTime(send)) {
        Pending.leave(send);
        return false;
      }
    }
    return true;
  }

  private boolean isLastWord(Comm comm, Status probed) throws MPIException {
    int bytes = probed.getCount(MPI.BYTE);
    try (CallBuffer message = CallBuffer.scratch(Math.max(Long.BYTES, bytes), MPI.BYTE)) {
      Request receive =
          comm.iRecv(message.memory(), bytes, MPI.BYTE, probed.getSource(), probed.getTag());
      if (!isDoneInTime(receive, message)) {
        return false;
      }
      return bytes == Long.BYTES && message.from(0, Long.BYTES).getLong(0) == word;
    }
  }

  private static ByteBuffer memory(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
  }
}
