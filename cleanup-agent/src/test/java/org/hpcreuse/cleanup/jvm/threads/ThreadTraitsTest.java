/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.Thread.UncaughtExceptionHandler;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.state.Residue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ThreadTraitsTest {
  private final TestSlot slot = new TestSlot();
  private final Thread shared =
      LiveThreads.all().stream()
          .filter(thread -> thread.getName().equals("Finalizer"))
          .findFirst()
          .orElseThrow();
  private final String name = shared.getName();
  private final int priority = shared.getPriority();
  private final UncaughtExceptionHandler handler = ThreadTraitsTest::ignore;

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldLeaveWhatTheFirstContainerHasSetWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(ThreadTraits.class);
    assertThat(shared.getName()).isEqualTo("left behind");
    assertThat(shared.getUncaughtExceptionHandler()).isSameAs(handler);
  }

  @Test
  void shouldBeAsBeforeWhenReleased() throws Exception {
    firstContainer();
    assertThat(slot.residue()).extracting(Residue::kind).contains(new ThreadTraits().kind());
    slot.release();
    assertThat(shared.getName()).isEqualTo(name);
    assertThat(shared.getPriority()).isEqualTo(priority);
    assertThat(shared.getUncaughtExceptionHandler()).isNotSameAs(handler);
    assertThat(slot.residue()).isEmpty();
  }

  private static void ignore(Thread thread, Throwable thrown) {}

  @SuppressWarnings("ThreadPriorityCheck") // as anybody can
  private void firstContainer() throws Exception {
    shared.setName("left behind");
    shared.setPriority(Thread.MIN_PRIORITY);
    shared.setUncaughtExceptionHandler(handler);
  }
}
