/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.guava;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import com.google.common.base.FinalizableReferenceQueue;
import com.google.common.base.FinalizableWeakReference;
import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import com.google.common.eventbus.EventBus;
import com.google.common.eventbus.Subscribe;
import com.google.common.reflect.TypeToken;
import com.google.common.util.concurrent.MoreExecutors;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import org.hpcreuse.workload.foreign.Neighbour;

/** Uses what Guava has once in a process. */
public final class Shared {
  /** Its thread ends when nobody holds it. */
  private static FinalizableReferenceQueue queue;

  private Shared() {}

  /** Hears of events. */
  public static final class Listener {
    @Subscribe
    public void hear(String event) {
      print("heard", event);
    }
  }

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      queue = new FinalizableReferenceQueue();
      new FinalizableWeakReference<>(new Object(), queue) {
        @Override
        public void finalizeReferent() {}
      }.enqueue();
      MoreExecutors.getExitingExecutorService((ThreadPoolExecutor) Executors.newFixedThreadPool(1))
          .execute(() -> {});
      MoreExecutors.addDelayedShutdownHook(
          Executors.newCachedThreadPool(), java.time.Duration.ofMillis(1));
    }
    EventBus bus = new EventBus();
    bus.register(new Listener());
    bus.post("event");
    LoadingCache<String, Integer> cache =
        CacheBuilder.newBuilder().recordStats().build(CacheLoader.from(String::length));
    print("loaded", cache.get("four") + " " + cache.stats().loadCount());
    print("token", new TypeToken<List<Listener>>() {}.getRawType());
    Thread[] threads = new Thread[100];
    int count = Thread.enumerate(threads);
    print(
        "finalizer",
        java.util.Arrays.stream(threads, 0, count)
            .filter(t -> t.getName().contains("base.internal.Finalizer"))
            .count());
    System.exit(0);
  }
}
