/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.pool.Container;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.UsesFramework;
import org.hpcreuse.it.program.leave.Traces;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a container does to its JVM is not seen by the next one in the same slot. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TraceCases {
  /**
   * A slot counts what its last full collection has left. A leak would leave all of them, and the
   * slot would be replaced.
   */
  private static final int MANY = 2;

  /** The slots that are tested. */
  @RegisterExtension final PoolExtension pool;

  TraceCases(PoolExtension pool) {
    this.pool = pool;
  }

  /** How many containers a leak is looked for in. */
  int containers() {
    return 50;
  }

  @Test
  void shouldShowTheNextContainerAJvmLikeTheOneBefore() throws Exception {
    Outcome before = pool.run(pool.container(Traces.class).arguments("show"));
    assertThat(pool.run(pool.container(Traces.class).arguments("leave")).status()).isZero();

    Outcome after = pool.run(pool.container(Traces.class).arguments("show"));

    assertThat(before.status()).as(before.stderr()).isZero();
    assertThat(after.assigned().slotPid() == before.assigned().slotPid())
        .as("one process")
        .isEqualTo(pool.sameProcess());
    assertThat(after.lines()).isEqualTo(before.lines());
    assertThat(after.value("locale")).doesNotContain("tr_TR");
  }

  @Test
  void shouldNotKeepTheLoadersOfManyContainers() throws Exception {
    Set<Long> pids = new HashSet<>();
    for (int i = 0; i < containers(); i++) {
      Container container = i % 2 == 0 ? frameworkUser() : pool.container(Traces.class);
      Outcome outcome = pool.run(container.arguments("leave"));
      assertThat(outcome.status()).isZero();
      pids.add(outcome.assigned().slotPid());
    }
    pool.awaitAllFree();
    assertThat(pids).as("processes").hasSize(pool.sameProcess() ? 1 : containers());
    assertThat(pool.slot(0).get("liveLoaders").asInt()).isLessThanOrEqualTo(MANY);
  }

  private Container frameworkUser() throws Exception {
    return pool.container(UsesFramework.class).withFramework(Installation.hadoopJars());
  }
}
