/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool.crash;

import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** {@link ManagerCrashCases} in a slot with a spare; the tests kill managers and slots. */
class ManagerCrashTest {
  @Nested
  class Ranks extends ManagerCrashCases {
    Ranks() {
      super(PoolExtension.with(Mpi.OPEN_MPI).set(Options.SPARES, "1").own());
    }
  }

  @Nested
  @Tag("many-jobs")
  class Plain extends ManagerCrashCases {
    Plain() {
      super(PoolExtension.with(Mpi.NONE).set(Options.SPARES, "1").own());
    }
  }
}
