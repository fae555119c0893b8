/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.calls;

import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/**
 * MpiWaits for one request of a call. When the container must not wait any more, the request and
 * its memory are left to MPI for ever: neither cancelling nor freeing is safe while the peer is
 * gone.
 */
final class Pending {
  private Pending() {}

  /**
   * Returns when the operation is complete.
   *
   * @param used what native code uses meanwhile
   */
  static void finish(Request request, CallBuffer... used) throws MPIException {
    MpiWaits.PollBackoff polls = null;
    while (!request.test()) {
      polls = polls == null ? new MpiWaits.PollBackoff() : polls;
      next(polls, request, used);
    }
  }

  /** As {@link #finish}, with the status. */
  static Status finishWithStatus(Request request, CallBuffer... used) throws MPIException {
    MpiWaits.PollBackoff polls = null;
    Status status = request.testStatus();
    while (status == null) {
      polls = polls == null ? new MpiWaits.PollBackoff() : polls;
      next(polls, request, used);
      status = request.testStatus();
    }
    return status;
  }

  /** Nobody will wait for the request. */
  static void leave(Request request, CallBuffer... used) {
    for (CallBuffer buffer : used) {
      buffer.lose();
    }
    MpiObjects.keepForEver(request);
  }

  private static void next(MpiWaits.PollBackoff polls, Request request, CallBuffer... used)
      throws MPIException {
    try {
      polls.next();
    } catch (MPIException e) {
      leave(request, used);
      throw e;
    }
  }
}
