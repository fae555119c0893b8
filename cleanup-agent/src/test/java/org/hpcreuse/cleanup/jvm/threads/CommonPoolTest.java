/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.hpcreuse.cleanup.TestSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CommonPoolTest {
  private final TestSlot slot = new TestSlot();
  private final CountDownLatch started = new CountDownLatch(1);
  private final CountDownLatch end = new CountDownLatch(1);
  private volatile boolean running;

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldLetFirstContainersTaskRunOnWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(CommonPool.class, StartedMeanwhile.class);
    assertThat(running).isTrue();
    end.countDown();
    Awaitility.await("end of the task").until(() -> !running);
  }

  @Test
  void shouldEndFirstContainersTaskWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(running).isFalse();
  }

  @Test
  void shouldEndTheWorkersWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(ForkJoinPool.commonPool().getPoolSize()).isZero();
  }

  private void firstContainer() throws InterruptedException {
    ForkJoinPool.commonPool().execute(this::work);
    assertThat(started.await(10, TimeUnit.SECONDS)).as("task started within 10 s").isTrue();
  }

  private void work() {
    running = true;
    started.countDown();
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      running = false;
    }
  }
}
