/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.trace.differential;

import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@link DifferentialCases} in slots that run one container. */
@Tag("many-jobs")
class DifferentialSingleUseTest extends DifferentialCases {
  @RegisterExtension
  static final PoolExtension POOL =
      PoolExtension.with(Mpi.NONE)
          .set(Options.SLOTS, "1x256")
          .set(Options.SPARES, "1")
          .set(Options.RETIRE_OUT_OF_MEMORY, "false")
          .set(Options.ISOLATION, "single-use");

  @Override
  PoolExtension pool() {
    return POOL;
  }

  @Override
  boolean sameProcess() {
    return false;
  }

  @Override
  AllowedDifferences secondContainer() {
    return AllowedDifferences.OTHER_PROCESS;
  }

  @Override
  AllowedDifferences containers() {
    return AllowedDifferences.OTHER_PROCESS;
  }
}
