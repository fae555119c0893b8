/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.readonce;

import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@link ReadOnceCases} in slots that run one container. */
@Tag("many-jobs")
class ReadOnceSingleUseTest extends ReadOnceCases {
  @RegisterExtension
  static final PoolExtension POOL =
      PoolExtension.with(Mpi.NONE)
          .set(Options.SLOTS, "1x256")
          .set(Options.ISOLATION, "single-use")
          .set(Options.SPARES, "1");

  @Override
  PoolExtension pool() {
    return POOL;
  }

  @Override
  boolean sameProcess() {
    return false;
  }
}
