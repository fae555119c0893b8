/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool.audit;

import static org.assertj.core.api.Assertions.assertThat;

import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.program.leave.Traces;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@link AuditCases} in a slot that is fresh at first. */
class AuditTest {
  @Nested
  class Ranks extends AuditCases {
    Ranks() {
      super(slot(Mpi.OPEN_MPI));
    }
  }

  @Nested
  @Tag("many-jobs")
  class Plain extends AuditCases {
    Plain() {
      super(slot(Mpi.NONE));
    }
  }

  @Nested
  @Tag("many-jobs")
  class WithFullIsolation extends AuditCases {
    WithFullIsolation() {
      super(slot(Mpi.NONE).set(Options.ISOLATION, "full"));
    }

    @Override
    int heldWithOne() {
      return 2; // its parent, the framework's
    }
  }

  @Nested
  @Tag("many-jobs")
  class WithKeptCode extends AuditCases {
    WithKeptCode() {
      super(slot(Mpi.NONE).set(Options.USER_CODE, "kept"));
    }

    /** Otherwise the audits show nothing. */
    @Test
    @Order(3)
    void shouldHaveSharedClassesBeforeAnAudit() throws Exception {
      pool.nextApplication();
      for (int i = 0; i < 3; i++) {
        Outcome outcome = pool.run(pool.container(Traces.class).arguments("show"));
        assertThat(outcome.status()).as(outcome.stderr()).isZero();
      }
      pool.audit();

      assertThat(pool.slotLogs()).contains("have served 3 containers");
    }
  }
}
