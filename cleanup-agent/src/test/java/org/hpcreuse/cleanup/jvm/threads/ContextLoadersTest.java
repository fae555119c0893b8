/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Timer;
import java.util.concurrent.CountDownLatch;
import org.hpcreuse.cleanup.TestProcess;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.boot.SlotHooks;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ContextLoadersTest {
  private static final long BOUND_MS = 10_000;

  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    SlotHooks.install(null);
    end.countDown();
    slot.close();
  }

  @Test
  void shouldLeaveLoaderInSharedThreadWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(ContextLoaders.class);
    assertThat(shared.getContextClassLoader()).isNotSameAs(framework);
  }

  @Test
  void shouldGiveSharedThreadFrameworksLoaderWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(shared.getContextClassLoader()).isSameAs(framework);
  }

  @Test
  void shouldLeaveInheritedValuesInSharedThreadWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(ContextLoaders.class);
    assertThat(inherited()).isNotNull();
  }

  @Test
  void shouldTakeInheritedValuesFromSharedThreadWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(inherited()).isNull();
  }

  @Test
  void shouldLeaveLoaderInThreadOfEndedTimerWhenLeftOut() throws Exception {
    Thread ended = endedTimer();
    slot.releaseWithout(ContextLoaders.class);
    assertThat(ended.getContextClassLoader()).isNotNull();
  }

  @Test
  void shouldTakeLoaderFromThreadOfEndedTimerWhenReleased() throws Exception {
    Thread ended = endedTimer();
    slot.release();
    assertThat(ended.getContextClassLoader()).isNull();
  }

  /** What the rewritten constructor reports is reported by hand here. */
  private Thread endedTimer() throws Exception {
    SlotHooks.install(new TestProcess());
    Timer timer = new Timer("ended");
    Thread thread = ReflectiveAccess.of(timer).get("thread", Thread.class);
    SlotHooks.timer(thread);
    timer.cancel();
    thread.join(BOUND_MS);
    assertThat(thread.isAlive()).isFalse();
    return thread;
  }

  private Object inherited() throws ReflectiveOperationException {
    return ReflectiveAccess.of(shared).get("inheritableThreadLocals");
  }

  private void firstContainer() throws Exception {
    slot.inContainer(
        () -> {
          new InheritableThreadLocal<String>().set("the container's");
          shared = new Thread(this::awaitEnd, "MutableQuantiles-0");
          shared.start();
          return "";
        });
  }

  private final ClassLoader framework = getClass().getClassLoader();
  private final CountDownLatch end = new CountDownLatch(1);
  private Thread shared;

  private void awaitEnd() {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
