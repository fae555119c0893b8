/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi;

import java.util.Optional;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** MPI's own, which mpirun keeps. A name goes when its rank takes it back, or with mpirun. */
final class MpiNames implements Names {
  @Override
  public void publish(String name, String text) throws MPIException {
    Intracomm.publishName(name, text);
  }

  @Override
  public Optional<String> lookUp(String name) throws MPIException {
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
