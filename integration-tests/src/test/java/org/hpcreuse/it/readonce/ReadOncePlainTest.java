/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.readonce;

import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@link ReadOnceCases} in slots without MPI. */
@Tag("many-jobs")
class ReadOncePlainTest extends ReadOnceCases {
  @RegisterExtension
  static final PoolExtension POOL =
      PoolExtension.with(Mpi.NONE).set(Options.SLOTS, "1x256").set(Options.SPARES, "0");

  @Override
  PoolExtension pool() {
    return POOL;
  }
}
