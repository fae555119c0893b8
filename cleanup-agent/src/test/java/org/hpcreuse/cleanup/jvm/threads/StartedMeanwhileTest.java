/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.hpcreuse.cleanup.TestSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StartedMeanwhileTest {
  private static final String NAME = "started meanwhile";

  private final TestSlot slot = new TestSlot();
  private final CountDownLatch started = new CountDownLatch(1);

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldLeaveThreadOfInterruptedTaskWhenLeftOut() throws Exception {
    startThreadWhenInterrupted();
    slot.releaseWithout(StartedMeanwhile.class);
    assertThat(names()).contains(NAME);
    slot.release();
  }

  @Test
  void shouldEndThreadOfInterruptedTaskWhenReleased() throws Exception {
    startThreadWhenInterrupted();
    slot.release();
    assertThat(names()).doesNotContain(NAME);
  }

  @Test
  void shouldEndCallbackOfKilledChildWhenReleased() throws Exception {
    slot.inContainer(
        () -> new ProcessBuilder("sleep", "300").start().onExit().thenRun(this::awaitForEver));
    slot.release();
    assertThat(started.getCount()).as("its end has been told").isZero();
    assertThat(LiveThreads.all())
        .noneMatch(thread -> ThreadEnd.describe(List.of(thread)).contains("awaitForEver"));
  }

  /** The task ends when it is interrupted; the thread it starts then does not. */
  private void startThreadWhenInterrupted() throws InterruptedException {
    ForkJoinPool.commonPool()
        .execute(
            () -> {
              started.countDown();
              try {
                Thread.sleep(TimeUnit.MINUTES.toMillis(10));
              } catch (InterruptedException e) {
                Thread thread = new Thread(StartedMeanwhileTest::sleepOn, NAME);
                thread.setDaemon(true);
                thread.start();
              }
            });
    assertThat(started.await(10, TimeUnit.SECONDS)).as("task started within 10 s").isTrue();
    Awaitility.await("the pool's worker").until(() -> ForkJoinPool.commonPool().getPoolSize() > 0);
  }

  private static void sleepOn() {
    try {
      Thread.sleep(TimeUnit.MINUTES.toMillis(10));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void awaitForEver() {
    started.countDown();
    sleepOn();
  }

  private static List<String> names() {
    return LiveThreads.all().stream().filter(Thread::isAlive).map(Thread::getName).toList();
  }
}
