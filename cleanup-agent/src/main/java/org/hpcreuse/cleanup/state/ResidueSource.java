/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.state;

import java.util.List;

/** Compares one kind of state with a baseline it holds. */
@FunctionalInterface
public interface ResidueSource {
  /**
   * What differs now, allowed differences included. Called between containers, by one thread; runs
   * no code of a container.
   *
   * @throws Exception when it cannot be found out; the audit then fails
   */
  List<Residue> residue() throws Exception;
}
