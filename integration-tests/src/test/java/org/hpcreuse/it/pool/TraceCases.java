/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.hpcreuse.it.guest.Traces;
import org.hpcreuse.it.guest.Turnstile;
import org.hpcreuse.it.guest.UsesFramework;
import org.hpcreuse.it.harness.Container;
import org.hpcreuse.it.harness.Gate;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.Launched;
import org.hpcreuse.it.harness.Outcome;
import org.hpcreuse.it.harness.PoolExtension;
import org.hpcreuse.it.harness.Waits;
import org.junit.jupiter.api.Test;

/** What a container does to its JVM is not seen by the next one in the same slot. */
abstract class TraceCases {
  abstract PoolExtension pool();

  @Test
  void shouldShowTheNextContainerAJvmLikeTheOneBefore() throws Exception {
    Outcome before = pool().run(pool().container(Traces.class).arguments("show"));
    assertThat(pool().run(pool().container(Traces.class).arguments("leave")).status()).isZero();

    Outcome after = pool().run(pool().container(Traces.class).arguments("show"));

    assertThat(before.status()).as(before.stderr()).isZero();
    assertThat(after.assigned().slotPid()).isEqualTo(before.assigned().slotPid());
    assertThat(after.lines()).isEqualTo(before.lines());
    assertThat(after.value("locale")).doesNotContain("tr_TR");
  }

  @Test
  void shouldNotKeepTheLoadersOfFiftyContainers() throws Exception {
    for (int i = 0; i < 50; i++) {
      Container container = i % 2 == 0 ? frameworkUser() : pool().container(Traces.class);
      assertThat(pool().run(container.arguments("leave")).status()).isZero();
    }
    Waits.until("at most one live container loader")
        .untilAsserted(
            () ->
                assertThat(pool().slot(0).get("liveLoaders").asInt())
                    .as("live loaders")
                    .isLessThanOrEqualTo(8));
    try (Gate gate = new Gate()) {
      Launched last = pool().launch(pool().container(Turnstile.class).arguments(gate.address()));
      gate.awaitArrival();
      gate.open();
      assertThat(last.outcome().status()).isZero();
    }
  }

  private Container frameworkUser() throws Exception {
    return pool().container(UsesFramework.class).withFramework(Installation.hadoopJars());
  }
}
