/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool.end;

import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@link ExitCases} in slots that are MPI ranks. */
class ExitOpenMpiTest extends ExitCases {
  @RegisterExtension
  static final PoolExtension POOL =
      PoolExtension.with(Mpi.OPEN_MPI).set(Options.SLOTS, "2x256").set(Options.SPARES, "1");

  @Override
  PoolExtension pool() {
    return POOL;
  }
}
