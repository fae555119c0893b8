/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.concurrent.ForkJoinPool;
import org.hpcreuse.cleanup.TestSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CommonPoolSizeTest {
  private static final int SETTER_SINCE = 19;

  private final TestSlot slot = new TestSlot();
  private final int before = ForkJoinPool.commonPool().getParallelism();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldKeepTheFirstContainersSizeWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(CommonPoolSize.class);
    assertThat(ForkJoinPool.commonPool().getParallelism()).isEqualTo(before + 1);
  }

  @Test
  void shouldHaveTheSizeOfBeforeWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(ForkJoinPool.commonPool().getParallelism()).isEqualTo(before);
  }

  private void firstContainer() throws ReflectiveOperationException {
    assumeTrue(Runtime.version().feature() >= SETTER_SINCE, "no such setter before JDK 19");
    ForkJoinPool.class
        .getMethod("setParallelism", int.class)
        .invoke(ForkJoinPool.commonPool(), before + 1);
  }
}
