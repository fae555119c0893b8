/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.trace.differential;

import java.util.List;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@link DifferentialCases} in slots that are MPI ranks. */
@Tag("many-jobs")
class DifferentialOpenMpiTest extends DifferentialCases {
  @RegisterExtension
  static final PoolExtension POOL =
      PoolExtension.with(Mpi.OPEN_MPI)
          .set(Options.SLOTS, "1x256")
          .set(Options.SPARES, "0")
          .set(Options.RETIRE_OUT_OF_MEMORY, "false");

  @Override
  PoolExtension pool() {
    return POOL;
  }

  @Override
  List<AllowedDifferences.Rule> rulesOfSlot() {
    return AllowedDifferences.RANK.rules();
  }
}
