/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.framework;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** What its initialiser makes is what a container must find. */
public final class Settings {
  public static int limit = 7;
  public static ClassLoader loader = Thread.currentThread().getContextClassLoader();
  public static final List<String> NAMES = new ArrayList<>(List.of("one", "two"));
  public static final Map<String, int[]> TABLE = new TreeMap<>(Map.of("squares", new int[] {1, 4}));
  public static final AtomicReference<String> OWNER = new AtomicReference<>("nobody");
  public static final AtomicInteger NEXT_ID = new AtomicInteger(1);

  private Settings() {}

  /** Writes over all of it, as a container may. */
  public static void spoil() {
    limit = 8;
    loader = null;
    NAMES.add("secret of this container");
    TABLE.get("squares")[0] = 2;
    TABLE.put("cubes", new int[] {1, 8});
    OWNER.set("container");
    NEXT_ID.incrementAndGet();
  }
}
