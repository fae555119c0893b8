/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.hpcreuse.cleanup.jvm.threads.LiveThreads;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class LastUserThreadTest {
  private static final long WAIT_S = 20;

  private final SlotThreads groups = SlotThreads.make();
  private final ContainerThreadWatch threads = new ContainerThreadWatch(groups);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);

  @AfterEach
  void releaseAll() {
    release.countDown();
  }

  @Test
  void shouldHearOfTheEndOfTheOnlyThread() throws InterruptedException {
    Thread main = thread("main", false, this::waitForRelease);
    LastUserThread.start(main, groups, threads, ended::countDown);
    awaitJoining();
    release.countDown();
    assertEnded();
    assertThat(main.isAlive()).isFalse();
  }

  @Test
  void shouldWaitForThreadsThatOthersStart() throws InterruptedException {
    CountDownLatch started = new CountDownLatch(1);
    Thread main =
        thread(
            "main",
            false,
            () -> {
              thread("second", false, this::waitForRelease).start();
              started.countDown();
            });
    LastUserThread.start(main, groups, threads, ended::countDown);
    assertThat(started.await(WAIT_S, TimeUnit.SECONDS)).isTrue();
    main.join(TimeUnit.SECONDS.toMillis(WAIT_S));
    awaitJoining();
    release.countDown();
    assertEnded();
  }

  @Test
  void shouldNotWaitForDaemons() throws InterruptedException {
    Thread daemon = thread("daemon", true, this::waitForRelease);
    LastUserThread.start(daemon, groups, threads, ended::countDown);
    assertEnded();
  }

  @Test
  void shouldSayNothingWhenStopped() throws InterruptedException {
    Thread main = thread("main", false, this::waitForRelease);
    LastUserThread last = LastUserThread.start(main, groups, threads, ended::countDown);
    awaitJoining();
    Thread waiter = waiter().orElseThrow();
    last.stop();
    waiter.join(TimeUnit.SECONDS.toMillis(WAIT_S));
    assertThat(waiter.isAlive()).isFalse();
    assertThat(ended.getCount()).isOne();
  }

  @Test
  void shouldBeThereBeforeTheMainThreadBegins() throws InterruptedException {
    AtomicBoolean seen = new AtomicBoolean();
    Thread main = thread("main", false, () -> seen.set(waiter().isPresent()));
    LastUserThread.start(main, groups, threads, ended::countDown);
    assertEnded();
    assertThat(seen).isTrue();
  }

  /** A thread that waits in join() without a bound is in this state. */
  private void awaitJoining() {
    Awaitility.await()
        .atMost(Duration.ofSeconds(WAIT_S))
        .until(() -> waiter().filter(w -> w.getState() == Thread.State.WAITING).isPresent());
    assertThat(ended.getCount()).isOne();
  }

  private Optional<Thread> waiter() {
    return LiveThreads.all().stream()
        .filter(thread -> thread.getName().equals("slot-join"))
        .findFirst();
  }

  private void assertEnded() throws InterruptedException {
    assertThat(ended.await(WAIT_S, TimeUnit.SECONDS)).isTrue();
  }

  private Thread thread(String name, boolean daemon, Runnable work) {
    Thread thread = new Thread(groups.containers(), work, name);
    thread.setDaemon(daemon);
    return thread;
  }

  private void waitForRelease() {
    try {
      release.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
