/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi;

import java.util.Optional;
import java.util.concurrent.ExecutionException;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * MPI's own, which mpirun keeps. A name goes when its rank takes it back, or with mpirun.
 *
 * <p>A name that nobody has published is an error to MPI. So a thread of the slot asks: an error in
 * a thread of the container would say that a call of the program has failed.
 */
final class MpiNames implements Names {
  private final SlotThread asker = new SlotThread("slot-mpi-names");

  @Override
  public void publish(String name, String text) throws MPIException {
    Intracomm.publishName(name, text);
  }

  @Override
  public Optional<String> lookUp(String name) throws MPIException, InterruptedException {
    try {
      return asker.call(() -> find(name)).get();
    } catch (ExecutionException e) {
      throw SlotThread.failure(e);
    }
  }

  private static Optional<String> find(String name) throws MPIException {
    try {
      return Optional.of(Intracomm.lookupName(name));
    } catch (MPIException e) {
      if (e.getErrorClass() == MPI.ERR_NAME) {
        return Optional.empty();
      }
      throw e;
    }
  }

  @Override
  public void unpublish(String name, String text) throws MPIException {
    Intracomm.unpublishName(name, text);
  }
}
