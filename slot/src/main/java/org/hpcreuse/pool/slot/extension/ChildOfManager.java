/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.extension;

import java.util.List;
import java.util.Map;

/**
 * A slot without MPI: a child of the pool manager.
 *
 * @param number the number that the pool manager gave it
 */
public record ChildOfManager(int number) implements PoolMembership {
  @Override
  public String description() {
    return "";
  }

  @Override
  public String job() {
    return "";
  }

  @Override
  public void prepare(Map<String, String> environment) {}

  @Override
  public void cutOff() {}

  @Override
  public void release() {}

  @Override
  public Map<String, Long> figures() {
    return Map.of();
  }

  @Override
  public String allows(String target) {
    return "";
  }

  @Override
  public long sumOver(List<Integer> numbers, int tag) throws ExtensionFailure {
    throw new ExtensionFailure("process " + number + " was started without MPI", null);
  }
}
