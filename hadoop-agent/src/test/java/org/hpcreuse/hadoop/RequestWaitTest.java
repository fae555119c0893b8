/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class RequestWaitTest {
  private static final long HOUR_MS = TimeUnit.HOURS.toMillis(1);
  private static final long BOUND_S = 60;

  private final AtomicLong now = new AtomicLong(7_000);
  private final RequestWait wait = new RequestWait(now::get);
  private final ExecutorService sleeper = Executors.newSingleThreadExecutor();

  @AfterEach
  void end() {
    sleeper.shutdownNow();
  }

  /** One that sleeps by the real clock. */
  private Future<?> sleep(RequestWait real, int outstanding) {
    return sleeper.submit(
        () -> {
          real.sleep(HOUR_MS, outstanding);
          return null;
        });
  }

  @Test
  void shouldSleepAsStockHadoopWhenNothingIsOutstanding() {
    wait.answered(0);

    assertThat(wait.left(1000)).isEqualTo(1000);
  }

  @Test
  void shouldEndWhenRequestsChange() throws Exception {
    RequestWait real = new RequestWait();
    Future<?> sleep = sleep(real, 0);
    real.changed();

    sleep.get(BOUND_S, TimeUnit.SECONDS);
    assertThat(real.summary()).contains("1 times", "1 of them early");
  }

  @Test
  void shouldNotForgetAChangeDuringTheQuestion() throws Exception {
    RequestWait real = new RequestWait();
    real.changed();

    sleep(real, 0).get(BOUND_S, TimeUnit.SECONDS);
  }

  @Test
  void shouldTakeEachChangeOnce() throws Exception {
    RequestWait real = new RequestWait();
    real.changed();
    sleep(real, 0).get(BOUND_S, TimeUnit.SECONDS);

    assertThat(real.left(HOUR_MS)).isGreaterThan(HOUR_MS / 2);
  }

  @Test
  void shouldAskAgainWhileRequestsWait() throws Exception {
    RequestWait real = new RequestWait();

    for (int i = 0; i < 3; i++) {
      sleep(real, 5).get(BOUND_S, TimeUnit.SECONDS);
    }

    assertThat(real.summary()).contains("3 times", "3 of them early");
  }

  @Test
  void shouldEndWithAnInterruptAsSleepDoes() {
    Future<?> sleep = sleep(new RequestWait(), 0);
    sleeper.shutdownNow();

    assertThatThrownBy(() -> sleep.get(BOUND_S, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(InterruptedException.class);
  }

  @Test
  void shouldAskMoreAndMoreSeldomWhileTheClusterIsFull() {
    wait.answered(5);
    assertThat(wait.left(1000)).isEqualTo(20);

    now.addAndGet(400);
    wait.answered(5);
    assertThat(wait.left(1000)).as("half of the time, or twice the question").isEqualTo(800);

    now.addAndGet(100_000);
    wait.answered(5);
    assertThat(wait.left(1000)).isEqualTo(1000);
  }

  @Test
  void shouldBeginAgainWhenContainersHaveCome() throws Exception {
    wait.answered(5);
    now.addAndGet(1000);
    wait.sleepIsOver(1000);
    wait.answered(4);

    assertThat(wait.left(1000)).isEqualTo(20);
  }

  @Test
  void shouldNotAskASecondTimeAtOnce() {
    wait.answered(0);
    wait.changed();

    assertThat(wait.left(1000)).isEqualTo(20);
    now.addAndGet(20);
    assertThat(wait.left(1000)).isZero();
  }

  @Test
  void shouldEndAtOnceForAChangeLongAfterTheLastQuestion() {
    wait.answered(0);
    now.addAndGet(700);
    wait.changed();

    assertThat(wait.left(1000)).isLessThanOrEqualTo(0);
  }

  @Test
  void shouldAskALongJobsQuestionsSeldom() {
    wait.answered(1);
    now.addAndGet(30_000);
    wait.sleepIsOver(1000);
    wait.changed();
    wait.answered(1);

    assertThat(wait.left(1000)).as("a hundredth of its age").isEqualTo(300);
  }

  @Test
  void shouldAskForReducesAtTheStockPaceWhileMapsWait() {
    wait.answered(5);
    now.addAndGet(20);
    wait.sleepIsOver(1000);
    assertThat(wait.mayAskForReduces(4)).isFalse();

    now.addAndGet(980);
    assertThat(wait.mayAskForReduces(4)).isTrue();
    assertThat(wait.mayAskForReduces(4)).isFalse();
  }

  @Test
  void shouldNotAskForReducesRightAfterTheEndOfATask() {
    wait.answered(5);
    now.addAndGet(2000);
    wait.changed();
    wait.sleepIsOver(1000);
    now.addAndGet(900);
    assertThat(wait.mayAskForReduces(4)).isFalse();

    now.addAndGet(100);
    assertThat(wait.mayAskForReduces(4)).isTrue();
  }

  @Test
  void shouldAskForReducesAfterThreeIntervalsHoweverOftenTasksEnd() {
    wait.answered(5);
    now.addAndGet(3000);
    wait.changed();
    wait.sleepIsOver(1000);

    assertThat(wait.mayAskForReduces(4)).isTrue();
  }

  @Test
  void shouldAskForReducesAtOnceWhenAllMapsHaveContainers() {
    wait.answered(5);
    wait.sleepIsOver(1000);

    assertThat(wait.mayAskForReduces(0)).isTrue();
  }

  private record KnownJob(RequestWait hpcReuseRequests) implements RequestWait.Job {}

  private record KnownAllocator(Object hpcReuseJob, int hpcReuseOutstanding)
      implements RequestWait.Allocator {}

  @Test
  void shouldFindTheWaitOfTheJob() throws Exception {
    RequestWait real = new RequestWait();
    KnownAllocator allocator = new KnownAllocator(new KnownJob(real), 0);
    RequestWait.changed(allocator);

    RequestWait.sleep(HOUR_MS, allocator);

    assertThat(real.summary()).contains("1 times");
  }

  private enum Event {
    JOB_TASK_COMPLETED,
    JOB_START
  }

  @Test
  void shouldHearOfEndsOfTasksOnly() {
    KnownJob job = new KnownJob(wait);
    wait.answered(0);

    RequestWait.handled(job, Event.JOB_START);
    assertThat(wait.left(1000)).isEqualTo(1000);
    RequestWait.handled(job, Event.JOB_TASK_COMPLETED);
    assertThat(wait.left(1000)).isEqualTo(20);
  }

  @Test
  void shouldSleepAsStockHadoopWhenAClassIsNotRewritten() throws Exception {
    RequestWait.sleep(1, "no allocator");
    RequestWait.sleep(1, new KnownAllocator("no job", 0));
    RequestWait.changed("no allocator");
    assertThat(RequestWait.reduces(7, 1, "no allocator")).isEqualTo(7);
    RequestWait.handled("no job", Event.JOB_TASK_COMPLETED);
  }
}
