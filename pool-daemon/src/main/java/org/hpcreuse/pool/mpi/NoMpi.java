/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi;

import java.util.List;

/**
 * A slot without MPI: a child of the pool manager.
 *
 * @param seat the number the pool manager gave it
 */
public record NoMpi(int seat) implements MpiBinding {
  @Override
  public String description() {
    return "";
  }

  @Override
  public void prepareForContainer() {}

  @Override
  public void releaseContainer() {}

  @Override
  public long sumOver(List<Integer> seats, int tag) throws MpiFailure {
    throw new MpiFailure("seat " + seat + " was started without MPI", null);
  }
}
