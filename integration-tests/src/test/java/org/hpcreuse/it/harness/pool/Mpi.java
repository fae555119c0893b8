/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.harness.pool;

/** What slots are started by. */
public enum Mpi {
  /** Ranks of a real mpirun. */
  OPEN_MPI("4.1"),
  /** Children of the pool manager. */
  NONE("none");

  private final String option;

  Mpi(String option) {
    this.option = option;
  }

  String option() {
    return option;
  }
}
