/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.hpcreuse.cleanup.TestSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ShutdownHooksTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldKeepFirstContainersHookWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(ShutdownHooks.class);
    assertThat(ShutdownHooks.live()).containsKey(hook);
  }

  @Test
  void shouldHaveNoHookWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(ShutdownHooks.live()).doesNotContainKey(hook);
  }

  private void firstContainer() throws Exception {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private final Thread hook = new Thread(() -> {}, "first container");
}
