/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.threads;

import static org.assertj.core.api.Assertions.assertThat;

import org.hpcreuse.cleanup.TestSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class UncaughtExceptionsTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldEndInFirstContainersHandlerWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(UncaughtExceptions.class);
    assertThat(Thread.getDefaultUncaughtExceptionHandler()).isSameAs(first);
  }

  @Test
  void shouldHaveHandlerOfBeforeWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(Thread.getDefaultUncaughtExceptionHandler()).isNotSameAs(first);
  }

  private void firstContainer() throws Exception {
    Thread.setDefaultUncaughtExceptionHandler(first);
  }

  private final Thread.UncaughtExceptionHandler first = new ThreadGroup("first");
}
