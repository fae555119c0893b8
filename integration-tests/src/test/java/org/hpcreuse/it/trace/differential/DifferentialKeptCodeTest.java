/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.trace.differential;

import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@link DifferentialCases} in slots that keep a user's classes: probe and hostiles share them. */
class DifferentialKeptCodeTest extends DifferentialCases {
  @RegisterExtension
  static final PoolExtension POOL =
      PoolExtension.with(Mpi.NONE)
          .set(Options.SLOTS, "1x256")
          .set(Options.SPARES, "0")
          .set(Options.USER_CODE, "kept")
          .set(Options.RETIRE_OUT_OF_MEMORY, "false");

  @Override
  PoolExtension pool() {
    return POOL;
  }
}
