/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.util.ShutdownHookManager;
import org.hpcreuse.cleanup.TestSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ResetShutdownHookManagerTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldPileUpHooksWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(ResetShutdownHookManager.class, RestoreStatics.class);
    assertThat(ShutdownHookManager.get().hasShutdownHook(hook)).isTrue();
  }

  @Test
  void shouldHaveNoHookWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(ShutdownHookManager.get().hasShutdownHook(hook)).isFalse();
  }

  private void firstContainer() throws Exception {
    ShutdownHookManager.get().addShutdownHook(hook, 1);
  }

  private final Runnable hook = new Thread("first container");
}
