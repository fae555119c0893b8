/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.trace.differential;

import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@link DifferentialCases} in slots that load the framework again for each container. */
@Tag("many-jobs")
class DifferentialFullIsolationTest extends DifferentialCases {
  @RegisterExtension
  static final PoolExtension POOL =
      PoolExtension.with(Mpi.NONE)
          .set(Options.SLOTS, "1x256")
          .set(Options.SPARES, "0")
          .set(Options.RETIRE_OUT_OF_MEMORY, "false")
          .set(Options.ISOLATION, "full");

  @Override
  PoolExtension pool() {
    return POOL;
  }

  @Override
  AllowedDifferences secondContainer() {
    return AllowedDifferences.LOADED_AGAIN;
  }

  @Override
  AllowedDifferences containers() {
    return AllowedDifferences.LOADED_AGAIN;
  }
}
