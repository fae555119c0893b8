/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.cache;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import javax.cache.Cache;
import javax.cache.CacheManager;
import javax.cache.Caching;
import javax.cache.configuration.MutableConfiguration;
import org.hpcreuse.workload.foreign.Neighbour;

/** Finds providers of caches. */
public final class Providers {
  private Providers() {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      Caching.getCachingProvider()
          .getCacheManager()
          .createCache("left", new MutableConfiguration<String, String>())
          .put("a", "b");
      Caching.setDefaultClassLoader(ClassLoader.getPlatformClassLoader());
    }
    print("loader", Caching.getDefaultClassLoader() == Providers.class.getClassLoader());
    Caching.setDefaultClassLoader(Providers.class.getClassLoader());
    CacheManager manager = Caching.getCachingProvider().getCacheManager();
    print("provider", manager.getCachingProvider().getClass().getName());
    print("names", manager.getCacheNames());
    Cache<String, Integer> cache =
        manager.createCache("own", new MutableConfiguration<String, Integer>());
    cache.put("one", 1);
    print("one", cache.get("one"));
    print("left", cache.get("a"));
  }
}
