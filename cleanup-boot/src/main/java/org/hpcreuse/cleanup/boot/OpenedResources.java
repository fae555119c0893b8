/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.boot;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a container has opened: channels, selectors, sockets, file streams, by identity and weakly,
 * since what nobody holds any more is closed by the JDK itself. Thread-safe; no method blocks.
 */
public final class OpenedResources {
  private final Set<Entry> entries = ConcurrentHashMap.newKeySet();
  private final ReferenceQueue<Object> gone = new ReferenceQueue<>();

  /** Equal to another for the same object only. */
  private static final class Entry extends WeakReference<Object> {
    private final int hash;

    Entry(Object resource, ReferenceQueue<Object> gone) {
      super(resource, gone);
      hash = System.identityHashCode(resource);
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

  /** Remembers one; again is the same as once. */
  void add(Object resource) {
    for (Object entry = gone.poll(); entry != null; entry = gone.poll()) {
      entries.remove(entry);
    }
    entries.add(new Entry(resource, gone));
  }

  /** Gives up all that is remembered, in no order. */
  public List<Object> take() {
    List<Object> taken = new ArrayList<>();
    for (Entry entry : List.copyOf(entries)) {
      Object resource = entry.get();
      if (entries.remove(entry) && resource != null) {
        taken.add(resource);
      }
    }
    return taken;
  }
}
