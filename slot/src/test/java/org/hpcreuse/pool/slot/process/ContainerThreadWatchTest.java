/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

final class ContainerThreadWatchTest {
  private final SlotThreads groups = SlotThreads.make();

  /** The census had the first thread, which has started the second one and ended. */
  @Test
  void shouldLookAgainWhenAThreadOfTheCensusHasEnded() throws InterruptedException {
    Thread first = new Thread(groups.containers(), () -> {}, "first");
    CountDownLatch release = new CountDownLatch(1);
    Thread second = new Thread(groups.containers(), () -> waitFor(release), "second");
    first.start();
    first.join();
    second.start();
    try {
      Queue<List<Thread>> censuses =
          new ArrayDeque<>(List.of(List.of(), List.of(first), List.of(second)));
      ContainerThreadWatch watch = new ContainerThreadWatch(groups, censuses::remove);
      assertThat(watch.anyUserThread()).contains(second);
    } finally {
      release.countDown();
    }
  }

  @Test
  void shouldFindNoneWhenOnlyDaemonsAreLeft() throws InterruptedException {
    CountDownLatch release = new CountDownLatch(1);
    Thread daemon = new Thread(groups.containers(), () -> waitFor(release), "daemon");
    daemon.setDaemon(true);
    Queue<List<Thread>> censuses = new ArrayDeque<>(List.of(List.of(), List.of(daemon)));
    ContainerThreadWatch watch = new ContainerThreadWatch(groups, censuses::remove);
    daemon.start();
    assertThat(watch.anyUserThread()).isEmpty();
    release.countDown();
    daemon.join();
  }

  private static void waitFor(CountDownLatch release) {
    try {
      release.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
