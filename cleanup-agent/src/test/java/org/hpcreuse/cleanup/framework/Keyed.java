/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.framework;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** Keeps keys whose hashCode, from the second call on, brings another class into use. */
public final class Keyed {
  public static final AtomicInteger CALLS = new AtomicInteger();
  public static final Set<Object> KEYS = new HashSet<>(Set.of());

  static {
    KEYS.add(new Key());
  }

  private Keyed() {}

  /** Takes the keys away. */
  public static void spoil() {
    KEYS.clear();
  }

  private static final class Key {
    @Override
    public int hashCode() {
      return CALLS.incrementAndGet() == 1 ? Seed.DEFAULT : Seed.values().get(0);
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }
  }
}
