/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.trace;

import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@link TraceCases} in slots whose process runs one container. */
@Tag("many-jobs")
class TraceSingleUseTest extends TraceCases {
  @RegisterExtension
  static final PoolExtension POOL =
      PoolExtension.with(Mpi.NONE)
          .set(Options.SLOTS, "1x256")
          .set(Options.SPARES, "1")
          .set(Options.ISOLATION, "single-use");

  @Override
  PoolExtension pool() {
    return POOL;
  }

  @Override
  int containers() {
    return 6;
  }

  @Override
  boolean sameProcess() {
    return false;
  }
}
