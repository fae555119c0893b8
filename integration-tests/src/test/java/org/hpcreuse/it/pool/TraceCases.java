/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.hpcreuse.it.guest.Traces;
import org.hpcreuse.it.guest.UsesFramework;
import org.hpcreuse.it.harness.Container;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.Outcome;
import org.hpcreuse.it.harness.PoolExtension;
import org.junit.jupiter.api.Test;

/** What a container does to its JVM is not seen by the next one in the same slot. */
abstract class TraceCases {
  /** A slot counts what its last full collection has left; a leak would leave all of them. */
  private static final int MANY = 2;

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
    long pid = pool().slot(0).get("pid").asLong();
    for (int i = 0; i < 50; i++) {
      Container container = i % 2 == 0 ? frameworkUser() : pool().container(Traces.class);
      Outcome outcome = pool().run(container.arguments("leave"));
      assertThat(outcome.status()).isZero();
      assertThat(outcome.assigned().slotPid()).as("the slot has not been replaced").isEqualTo(pid);
    }
    pool().awaitAllFree();
    assertThat(pool().slot(0).get("liveLoaders").asInt()).isLessThanOrEqualTo(MANY);
  }

  private Container frameworkUser() throws Exception {
    return pool().container(UsesFramework.class).withFramework(Installation.hadoopJars());
  }
}
