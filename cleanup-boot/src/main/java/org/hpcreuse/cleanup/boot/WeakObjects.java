/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.boot;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Objects that a container has made and its release must end, by identity and weakly: what nobody
 * holds any more is at its end without that. Where it is not, the object is held. Thread-safe; no
 * method blocks.
 */
public final class WeakObjects {
  /**
   * How many are held at most. A container that has no descriptors left may make any number of
   * objects that fail, and must not run out of memory for it.
   */
  private static final int HELD = 4096;

  private final Set<Entry> entries = ConcurrentHashMap.newKeySet();
  private final ReferenceQueue<Object> gone = new ReferenceQueue<>();
  private final Set<Held> held = ConcurrentHashMap.newKeySet();

  /** Equal to another for the same object only. */
  private static final class Entry extends WeakReference<Object> {
    private final int hash;

    Entry(Object object, ReferenceQueue<Object> gone) {
      super(object, gone);
      hash = System.identityHashCode(object);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      return this == other
          || (other instanceof Entry entry && get() != null && entry.refersTo(get()));
    }
  }

  /** Equal to another for the same object only. */
  private record Held(Object object) {
    @Override
    public int hashCode() {
      return System.identityHashCode(object);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Held one && one.object == object;
    }
  }

  /** Remembers one; again is the same as once. */
  public void add(Object object) {
    for (Object entry = gone.poll(); entry != null; entry = gone.poll()) {
      entries.remove(entry);
    }
    entries.add(new Entry(object, gone));
  }

  /** Remembers one that does not end by itself when nobody has it any more. */
  public void hold(Object object) {
    add(object);
    if (held.size() < HELD) {
      held.add(new Held(object));
    }
  }

  /** Forgets one that has ended, remembered or not. */
  public void forget(Object object) {
    entries.remove(new Entry(object, gone));
    held.remove(new Held(object));
  }

  /** All that is remembered, in no order. */
  public List<Object> list() {
    return entries.stream().map(WeakReference::get).filter(Objects::nonNull).toList();
  }

  /** Gives up all that is remembered, in no order. */
  public List<Object> take() {
    List<Object> taken = new ArrayList<>();
    for (Entry entry : List.copyOf(entries)) {
      Object object = entry.get();
      held.remove(new Held(object));
      if (entries.remove(entry) && object != null) {
        taken.add(object);
      }
    }
    return taken;
  }
}
