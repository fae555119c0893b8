/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.cleanup.TestSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DelayedFuturesTest {
  private final TestSlot slot = new TestSlot();
  private final CountDownLatch ran = new CountDownLatch(1);

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldRunFirstContainersCodeLaterWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(DelayedFutures.class, StartedMeanwhile.class);
    assertThat(ran.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void shouldRunNothingLaterWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(ran.await(600, TimeUnit.MILLISECONDS)).isFalse();
  }

  @Test
  void shouldStillTimeTheNextContainersFuturesWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    CompletableFuture<String> next = new CompletableFuture<>();
    assertThat(next.completeOnTimeout("late", 1, TimeUnit.MILLISECONDS).get(10, TimeUnit.SECONDS))
        .isEqualTo("late");
  }

  @Test
  void shouldEndTheTaskThatRunsWhenReleased() throws Exception {
    CountDownLatch ended = new CountDownLatch(1);
    slot.inContainer(
        () -> {
          CompletableFuture<Void> future = new CompletableFuture<>();
          CompletableFuture<Void> run = future.thenRun(() -> runOn(ended));
          future.completeOnTimeout(null, 1, TimeUnit.MILLISECONDS);
          return run;
        });
    assertThat(ran.await(10, TimeUnit.SECONDS)).isTrue();
    slot.release();
    assertThat(ended.getCount()).isZero();
  }

  private void runOn(CountDownLatch ended) {
    ran.countDown();
    try {
      Thread.sleep(TimeUnit.MINUTES.toMillis(10));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      ended.countDown();
    }
  }

  private void firstContainer() throws Exception {
    slot.inContainer(
        () ->
            new CompletableFuture<Void>()
                .completeOnTimeout(null, 500, TimeUnit.MILLISECONDS)
                .thenRun(ran::countDown));
  }
}
