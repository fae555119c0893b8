/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.calls;

import mpi.Comm;
import mpi.Intercomm;
import mpi.MPI;
import mpi.MPIException;
import org.hpcreuse.cleanup.boot.SlotHooks;

/**
 * The end of a communicator by the program. MPI lets a rank free it while messages for it are under
 * way; the next communicator of that number, perhaps another container's, would get them. So here
 * its members wait for each other, as they may have to in any collective call, and part first.
 */
public final class Communicators {
  private Communicators() {}

  /** {@link Comm#free}. */
  public static void free(Comm comm) throws MPIException {
    if (comm == MPI.COMM_WORLD || comm == MPI.COMM_SELF) {
      throw new MPIException("COMM_WORLD and COMM_SELF cannot be freed");
    }
    if (!SlotHooks.inContainer() || comm.isNull()) {
      Bindings.free(comm);
    } else if (comm instanceof Intercomm) {
      MpiObjects.forget(comm); // its number is never used again
    } else {
      CommunicatorClose.untilQuiet(comm);
      Bindings.free(comm);
    }
  }

  /** {@link Comm#disconnect}. */
  public static void disconnect(Comm comm) throws MPIException {
    free(comm);
  }
}
