/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.classloader.FrameworkLoader;
import org.hpcreuse.classloader.SharedApiLoader;
import org.junit.jupiter.api.Test;

/** Collects the garbage of this very JVM. */
class LoaderWatchTest {
  private static final Duration BOUND = Duration.ofSeconds(60);

  /** More than an audit makes when nothing is left. */
  private static final int COLLECTIONS = 12;

  /** Holds a loader on its stack until garbage has been collected often enough. */
  private static final class Holder extends Thread {
    private final CountDownLatch started = new CountDownLatch(1);
    private ClassLoader loader;

    Holder(ClassLoader loader) {
      super("holder");
      this.loader = loader;
    }

    @Override
    public void run() {
      ClassLoader held = loader;
      loader = null;
      long enough = collections() + COLLECTIONS;
      started.countDown();
      try {
        await().atMost(BOUND).until(() -> collections() >= enough);
      } finally {
        Reference.reachabilityFence(held);
      }
    }
  }

  private static long collections() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionCount)
        .sum();
  }

  @Test
  void shouldWaitInAnAuditForAThreadThatIsAboutToEnd() throws Exception {
    LoaderWatch loaders = new LoaderWatch(1, 3, CompilerThreads.open());
    Holder holder = holderOfClosedLoader(loaders);
    holder.start();
    assertThat(holder.started.await(BOUND.toSeconds(), TimeUnit.SECONDS)).as("started").isTrue();

    loaders.collectAll(List.of());

    assertThat(loaders.live()).isZero();
    holder.join(BOUND.toMillis());
    assertThat(holder.isAlive()).as("holds the loader").isFalse();
  }

  /** A method of its own, so that no frame of the test holds the loader. */
  private static Holder holderOfClosedLoader(LoaderWatch loaders) throws Exception {
    FrameworkLoader loader =
        new FrameworkLoader(List.of(), new SharedApiLoader(LoaderWatchTest.class.getClassLoader()));
    loaders.close(loader);
    return new Holder(loader);
  }
}
