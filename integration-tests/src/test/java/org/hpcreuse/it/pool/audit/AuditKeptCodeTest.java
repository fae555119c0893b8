/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool.audit;

import static org.assertj.core.api.Assertions.assertThat;

import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.leave.Traces;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@link AuditCases} in a slot that keeps a user's classes. */
@Tag("many-jobs")
class AuditKeptCodeTest extends AuditCases {
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

  /** Otherwise the audits show nothing. */
  @Test
  @Order(3)
  void shouldHaveSharedClassesBeforeAnAudit() throws Exception {
    POOL.nextApplication();
    for (int i = 0; i < 3; i++) {
      Outcome outcome = POOL.run(POOL.container(Traces.class).arguments("show"));
      assertThat(outcome.status()).as(outcome.stderr()).isZero();
    }
    POOL.audit();

    assertThat(POOL.slotLogs()).contains("have served 3 containers");
  }
}
