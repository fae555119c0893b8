/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.trace;

import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@link TraceCases} in slots that keep a user's classes. */
class TraceKeptCodeTest extends TraceCases {
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
