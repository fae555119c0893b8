/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.Selector;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.cleanup.ReleaseChain;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.user.StartsHttpServer;
import org.hpcreuse.cleanup.user.StartsTimer;
import org.hpcreuse.cleanup.user.StartsWebServerPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ContainerThreadsTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldLeaveTimersAndPoolsRunningWhenLeftOut() throws Exception {
    slot.inContainer(StartsTimer.class);
    slot.releaseWithout(ContainerThreads.class, StartedMeanwhile.class);
    assertThat(names()).contains("user timer");
  }

  @Test
  void shouldEndTimersAndPoolsWhenReleased() throws Exception {
    slot.inContainer(StartsTimer.class);
    slot.release();
    assertThat(names()).doesNotContain("user timer").noneMatch(name -> name.startsWith("pool-"));
  }

  @Test
  void shouldEndThePoolOfAWebServerThatSwallowsInterrupts() throws Exception {
    slot.inContainer(StartsWebServerPool.class);
    assertThat(names()).anyMatch(name -> name.startsWith("user web"));
    slot.release();
    assertThat(names()).noneMatch(name -> name.startsWith("user web"));
  }

  @Test
  void shouldEndTheJdksWebServer() throws Exception {
    slot.inContainer(StartsHttpServer.class);
    assertThat(names()).contains("HTTP-Dispatcher");
    slot.release();
    assertThat(names()).doesNotContain("HTTP-Dispatcher");
  }

  @Test
  void shouldEndPoolWhoseThreadsAreCalledAsTheJvms() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    slot.inContainer(
        () -> {
          ExecutorService pool =
              Executors.newSingleThreadExecutor(task -> new Thread(task, "Finalizer-1"));
          pool.execute(started::countDown);
          return started.await(10, TimeUnit.SECONDS);
        });
    assertThat(names()).contains("Finalizer-1");
    slot.release();
    assertThat(names()).doesNotContain("Finalizer-1");
  }

  @Test
  void shouldCloseWhatAThreadWaitsFor() throws Exception {
    Selector selector = Selector.open();
    Thread selecting = new Thread(() -> selectUninterruptibly(selector), "selecting");
    selecting.start();
    slot.run(
        ReleaseChain.of(
            new ContainerThreads(SharedThreads::contains, List.of(release -> selector.close()))));
    assertThat(selecting.isAlive()).isFalse();
  }

  private static void selectUninterruptibly(Selector selector) {
    try {
      while (selector.isOpen()) {
        selector.select();
        Thread.interrupted();
      }
    } catch (ClosedSelectorException e) {
      return;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void shouldReportThreadThatIgnoresInterruptsWithItsStack() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    Thread stubborn = new Thread(() -> awaitUninterruptibly(end), "stubborn");
    stubborn.start();
    Release release = slot.release(true, TimeUnit.MILLISECONDS.toNanos(100));
    String reason =
        ReleaseChain.of(new ContainerThreads(SharedThreads::contains, List.of()))
            .run(release)
            .retireReason()
            .orElseThrow();
    assertThat(reason).contains("\"stubborn\"", "awaitUninterruptibly");
    end.countDown();
    stubborn.join();
  }

  private static void awaitUninterruptibly(CountDownLatch end) {
    while (end.getCount() > 0) {
      try {
        end.await();
      } catch (InterruptedException ignoredOnPurpose) {
        Thread.onSpinWait();
      }
    }
  }

  private static List<String> names() {
    return LiveThreads.all().stream().filter(Thread::isAlive).map(Thread::getName).toList();
  }
}
