/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.Waits;
import org.hpcreuse.it.harness.pool.Container;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.AllocatesSortBuffer;
import org.hpcreuse.it.program.FillsHeap;
import org.hpcreuse.it.program.UsesFramework;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An idle slot does not hold the heap of its last container, and has room for the next one's. */
@Tag("many-jobs")
class IdleMemoryTest {
  private static final int FILLED_MB = 640;

  /**
   * The goal is 250 MB, with the framework warm; other builds of the JVM may need a little more.
   */
  private static final long BOUND_KB = 300 * 1024;

  @RegisterExtension
  static final PoolExtension POOL = PoolExtension.with(Mpi.NONE).set(Options.SLOTS, "1x1024");

  @Test
  void shouldGiveTheHeapOfAContainerBackToTheSystem() throws Exception {
    run(container(UsesFramework.class));

    Outcome filled = run(container(FillsHeap.class).arguments(Integer.toString(FILLED_MB)));

    assertThat(filled.value("heldMb")).isEqualTo(Integer.toString(FILLED_MB));
    assertThat(Long.parseLong(filled.value("rssKb"))).isGreaterThan(FILLED_MB * 1024L);
    Waits.until("the slot's resident memory to fall")
        .untilAsserted(
            () -> assertThat(POOL.slot(0).get("rssKb").asLong()).isPositive().isLessThan(BOUND_KB));

    Outcome buffer = run(container(AllocatesSortBuffer.class).arguments("100"));
    assertThat(buffer.value("fullCollections")).isEqualTo("0");

    Outcome next = run(container(FillsHeap.class).arguments("1"));
    assertThat(next.assigned().slotPid()).isEqualTo(filled.assigned().slotPid());
    assertThat(next.value("freeRatios")).isEqualTo(filled.value("freeRatios")).isEqualTo("85-95");
    assertThat(POOL.audit().get(0).get("residue")).isEmpty();
  }

  private static Outcome run(Container container) throws Exception {
    Outcome outcome = POOL.run(container.heapMb(1024));
    assertThat(outcome.status()).as(outcome.stderr()).isZero();
    POOL.awaitAllFree();
    return outcome;
  }

  private static Container container(Class<?> program) throws Exception {
    return POOL.container(program).withFramework(Installation.hadoopJars());
  }
}
