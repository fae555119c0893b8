/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool.audit;

import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@link AuditCases} in slots that load the framework again for each container. */
@Tag("many-jobs")
class AuditFullIsolationTest extends AuditCases {
  @RegisterExtension
  static final PoolExtension POOL =
      PoolExtension.with(Mpi.NONE)
          .set(Options.SLOTS, "1x256")
          .set(Options.SPARES, "0")
          .set(Options.ISOLATION, "full");

  @Override
  PoolExtension pool() {
    return POOL;
  }

  @Override
  int heldWithOne() {
    return 2; // its parent, the framework's
  }
}
