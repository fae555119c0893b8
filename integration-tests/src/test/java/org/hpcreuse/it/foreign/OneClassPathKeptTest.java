/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.foreign;

import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@link OneClassPathCases} in slots that keep classes. */
class OneClassPathKeptTest extends OneClassPathCases {
  @RegisterExtension
  static final PoolExtension POOL =
      PoolExtension.with(Mpi.NONE)
          .set(Options.SLOTS, "1x256")
          .set(Options.SPARES, "0")
          .set(Options.USER_CODE, "kept");

  @Override
  PoolExtension pool() {
    return POOL;
  }
}
