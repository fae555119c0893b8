/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.framework;

import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;

/** A library that keeps its state in objects. */
public final class Registry {
  public static final Registry DEFAULT = new Registry();

  private final Map<String, Object> byName = new HashMap<>(Map.of("first", 1));
  private final Map<Object, Object> cache = new ConcurrentHashMap<>();
  private final Map<Object, String> weak = new WeakHashMap<>(Map.of(String.class, "a class"));
  private final Deque<Object> pool = new ArrayDeque<>();
  private final AtomicLong uses = new AtomicLong();
  private final Segment segment = new Segment();
  private final Link first = new Link("one");
  private final Random random = new Random(7);
  private Runnable report = () -> pool.add(this);
  private double load = 0.75;
  private boolean isLenient;

  /** As those of Jackson's caches. */
  private static final class Link extends AtomicReference<Object> {
    private static final long serialVersionUID = 1L;

    private transient Link next;

    Link(Object value) {
      super(value);
    }
  }

  /** As those of Guava's caches. */
  private static final class Segment extends ReentrantLock {
    private static final long serialVersionUID = 1L;

    private transient Object[] table = {"one", null};
    private transient WeakReference<Object> last = new WeakReference<>("one");
    private int count = 1;
  }

  /** Puts one thing into it. */
  public void register(String name, Object thing) {
    byName.put(name, thing);
  }

  /** Uses all of it, as a container may. */
  public void use(Object of) {
    byName.remove("first");
    byName.put("second", of);
    for (int i = 0; i < 100; i++) {
      cache.put(i, of);
    }
    weak.put(of, "a container's");
    if (report != null) {
      report.run();
    }
    pool.add(of);
    uses.addAndGet(3);
    load = 0.5;
    isLenient = true;
    report = null;
    first.set(of);
    first.next = new Link(of);
    segment.table = new Object[] {of, of, of};
    segment.last = new WeakReference<>(of);
    segment.count = 3;
  }

  /** What there is, in words. */
  public String describe() {
    return byName
        + " "
        + cache
        + " "
        + weak
        + " "
        + pool
        + " "
        + uses
        + " "
        + load
        + " "
        + isLenient
        + " "
        + segment.table[0]
        + " "
        + segment.last.get()
        + " "
        + segment.count
        + " "
        + first.get()
        + " "
        + first.next;
  }

  /** The next number, which must not come twice. */
  public int next() {
    return random.nextInt();
  }
}
