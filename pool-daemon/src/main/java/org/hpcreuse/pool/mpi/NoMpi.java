/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi;

import java.util.List;
import java.util.Map;
import org.hpcreuse.mpi.RankService;

/**
 * A slot without MPI: a child of the pool manager.
 *
 * @param number the number the pool manager gave it
 */
public record NoMpi(int number) implements MpiBinding {
  @Override
  public String description() {
    return "";
  }

  @Override
  public void prepareForContainer(Map<String, String> environment) {}

  @Override
  public void cutOff() {}

  @Override
  public void releaseContainer() {}

  @Override
  public Figures figures() {
    return new Figures(0, 0);
  }

  @Override
  public RankService ranks() {
    return RankService.NONE;
  }

  @Override
  public long sumOver(List<Integer> numbers, int tag) throws MpiFailure {
    throw new MpiFailure("process " + number + " was started without MPI", null);
  }
}
