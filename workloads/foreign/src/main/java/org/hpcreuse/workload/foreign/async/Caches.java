/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.async;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import com.github.benmanes.caffeine.cache.AsyncLoadingCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import com.github.benmanes.caffeine.cache.Scheduler;
import org.hpcreuse.workload.foreign.Neighbour;

/** Keeps values in caches of Caffeine, which the framework brings. */
public final class Caches {
  private Caches() {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      Caffeine.newBuilder()
          .scheduler(Scheduler.systemScheduler())
          .expireAfterWrite(java.time.Duration.ofMillis(1))
          .build()
          .put("left", "behind");
    }
    LoadingCache<String, Integer> cache =
        Caffeine.newBuilder().maximumSize(10).recordStats().weakKeys().build(String::length);
    print("loaded", cache.get("four") + " " + cache.stats().loadCount());
    AsyncLoadingCache<Integer, Integer> later = Caffeine.newBuilder().buildAsync(n -> n * 2);
    print("later", later.get(4).get());
    print("class", cache.getClass().getSimpleName());
  }
}
