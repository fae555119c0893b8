/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.outputs;

import java.util.ArrayDeque;
import java.util.Deque;
import mpi.MPIException;
import mpi.Request;
import org.hpcreuse.pool.mpi.calls.NativeMemory;
import org.hpcreuse.pool.mpi.calls.NativeMemory.Block;

/** Chunks that MPI sends or receives for one transfer, oldest first. */
final class Messages {
  private final Deque<Message> underWay = new ArrayDeque<>();

  private record Message(Block block, Request request) {}

  void add(Block block, Request request) {
    underWay.add(new Message(block, request));
  }

  int count() {
    return underWay.size();
  }

  /** Takes the oldest, if MPI has done with it; else null. */
  Block pollDone() throws MPIException {
    Message oldest = underWay.peek();
    if (oldest == null || !oldest.request().test()) {
      return null;
    }
    underWay.poll();
    return oldest.block();
  }

  /**
   * Gives back the memory of those that MPI has done with.
   *
   * @return whether there were any
   */
  boolean giveDone() throws MPIException {
    int before = count();
    for (Block done = pollDone(); done != null; done = pollDone()) {
      NativeMemory.give(done);
    }
    return count() < before;
  }

  /** Receptions for which nothing will come; one whose message has begun to come goes on. */
  void cancel() throws MPIException {
    for (Message each : underWay) {
      each.request().cancel();
    }
  }

  /** Gives back what MPI has done with. It may use the other memory for ever. */
  void abandon() {
    try {
      giveDone();
    } catch (MPIException e) {
      // Then nothing more can be said of them.
    }
    underWay.forEach(each -> NativeMemory.lose(each.block()));
    underWay.clear();
  }
}
