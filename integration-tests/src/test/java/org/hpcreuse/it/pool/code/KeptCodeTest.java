/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool.code;

import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@link KeptCodeCases} on the JDK of these tests. */
class KeptCodeTest extends KeptCodeCases {
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
