/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.statics;

import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.hpcreuse.cleanup.state.JdkMemory;
import org.hpcreuse.cleanup.state.Redacted;

/**
 * One walk from static fields to what they lead to, nearest first, so that the depth of a thing is
 * that of the shortest way to it.
 */
final class Capture {
  private final ClassLoader framework;
  private final Set<Object> seen;
  private final UnaryOperator<Object> neutral;
  private final boolean ofInitializer;
  private final Function<Class<?>, ObjectSnapshot.Layout> layouts;
  private final Consumer<Snapshot> result;
  private final Consumer<String> failures;
  private final Deque<Next> queue = new ArrayDeque<>();

  private record Next(Object thing, ReachedObject at) {}

  /**
   * Starts one.
   *
   * @param seen what has been found, by identity; added to
   * @param neutral what to keep in place of a value
   * @param ofInitializer whether it is taken at the end of a class's own initialiser
   * @param layouts those of the classes of a library's objects
   * @param result takes what is kept
   * @param failures takes why the slot cannot go on
   */
  Capture(
      ClassLoader framework,
      Set<Object> seen,
      UnaryOperator<Object> neutral,
      boolean ofInitializer,
      Function<Class<?>, ObjectSnapshot.Layout> layouts,
      Consumer<Snapshot> result,
      Consumer<String> failures) {
    this.framework = framework;
    this.seen = seen;
    this.neutral = neutral;
    this.ofInitializer = ofInitializer;
    this.layouts = layouts;
    this.result = result;
    this.failures = failures;
  }

  /** Whether a thing keeps what it held before, because something else may have filled it. */
  boolean leavesOut(ReachedObject at) {
    return at.is(Rule.Effect.UNREAD) && !ofInitializer;
  }

  Object neutral(Object value) {
    return neutral.apply(value);
  }

  /**
   * The same for what a data structure of the JDK holds that is part of a library: with anything
   * else in its place the structure would be broken.
   */
  Object required(Object value, ReachedObject at) {
    Object kept = neutral.apply(value);
    if (kept != value) {
      failures.accept(at.place() + " has taken in what is the container's");
    }
    return kept;
  }

  /** Says that a value leads to {@code thing}. */
  void found(Object thing, ReachedObject at) {
    if (!ComparedValue.isConstant(thing)) {
      queue.add(new Next(thing, at));
    }
  }

  /** Keeps a thing and shows what it leads to. */
  void keep(Snapshot kept) {
    kept.take(this);
    result.accept(kept);
  }

  /** Follows everything that was found. */
  void finish() {
    for (Next next = queue.poll(); next != null; next = queue.poll()) {
      Object thing = MutableHolders.unwrap(next.thing());
      if (!ComparedValue.isConstant(thing) && seen.add(thing)) {
        visit(thing, next.at());
      }
    }
  }

  private void visit(Object thing, ReachedObject at) {
    if (WorkerSnapshot.isOne(thing)) {
      keep(new WorkerSnapshot(at, thing));
    } else if (at.isOfLibrary() && thing instanceof AbstractQueuedSynchronizer synchronizer) {
      keep(new SynchronizerSnapshot(at, synchronizer));
    } else if (isLibrarys(thing, at)) {
      visitMemory(thing, at.ofLibrary());
    } else if (thing instanceof WeakHashMap<?, ?> map) {
      keep(new WeakMapSnapshot(at, map, framework));
    } else if (MutableHolders.isFixed(thing)) {
      for (Object element : MutableHolders.elements(thing)) {
        found(neutral(element), at.element(element));
      }
    } else if (thing.getClass().isArray() && !(thing instanceof Object[])) {
      keep(new ArraySnapshot(at, thing));
    } else if (isCount(thing)) {
      keep(new CounterSnapshot(at, (Number) thing));
    } else {
      MutableHolders.of(thing)
          .ifPresentOrElse(
              container -> keep(new HolderSnapshot(at, container)), () -> visitObject(thing, at));
    }
  }

  private boolean isLibrarys(Object thing, ReachedObject at) {
    Class<?> type = thing.getClass();
    if (type.isArray()) {
      return false;
    }
    return type.getClassLoader() == framework
        ? Rules.isLibrary(type)
        : at.isOfLibrary() && Rules.isLibrarys(thing);
  }

  private void visitMemory(Object thing, ReachedObject at) {
    ObjectSnapshot.Layout layout = layouts.apply(thing.getClass());
    if (!layout.isEmpty()) {
      keep(new ObjectSnapshot(at, thing, layout));
    }
  }

  private void visitObject(Object thing, ReachedObject at) {
    Class<?> type = thing.getClass();
    if (at.depth() < Rules.DEPTH
        && type.getClassLoader() == framework
        && Rules.isLookedInto(type)) {
      FieldLayout shape = FieldLayout.ofInstance(type);
      if (!shape.isEmpty()) {
        keep(new FieldSnapshot(at.deeper(), thing, shape));
      }
    }
  }

  /** What a semaphore or latch counts: threads that have ended cannot put it right. */
  private static final class SynchronizerSnapshot extends Snapshot {
    private static final long STATE = JdkMemory.offset(AbstractQueuedSynchronizer.class, "state");

    private final AbstractQueuedSynchronizer synchronizer;
    private long before;

    SynchronizerSnapshot(ReachedObject at, AbstractQueuedSynchronizer synchronizer) {
      super(at);
      this.synchronizer = synchronizer;
    }

    private long state() {
      return JdkMemory.bits(synchronizer, STATE, Integer.BYTES);
    }

    @Override
    void take(Capture capture) {
      before = state();
    }

    @Override
    void compare(DifferenceListener differences) {
      if (state() != before) {
        differences.add(
            at(),
            new Redacted.Label(Long.toString(before)),
            new Redacted.Label(Long.toString(state())));
      }
    }

    @Override
    int restore() {
      if (state() != before) {
        throw new IllegalStateException(at().place() + " counts " + state() + ", not " + before);
      }
      return 0;
    }

    @Override
    Object[] mark() {
      return new Object[] {state()};
    }
  }

  private static boolean isCount(Object thing) {
    return thing instanceof AtomicInteger
        || thing instanceof AtomicLong
        || thing instanceof LongAdder
        || thing instanceof LongAccumulator;
  }

  /** What an array of numbers, characters or flags held. */
  private static final class ArraySnapshot extends Snapshot {
    private final Object array;
    private Object before;

    ArraySnapshot(ReachedObject at, Object array) {
      super(at);
      this.array = array;
    }

    @Override
    void take(Capture capture) {
      int length = Array.getLength(array);
      before = Array.newInstance(array.getClass().getComponentType(), length);
      System.arraycopy(array, 0, before, 0, length);
    }

    @Override
    void compare(DifferenceListener differences) {
      if (!Objects.deepEquals(before, array)) {
        differences.add(at(), before, array);
      }
    }

    @Override
    int restore() {
      if (at().isKept() || Objects.deepEquals(before, array)) {
        return 0;
      }
      System.arraycopy(before, 0, array, 0, Array.getLength(array));
      return 1;
    }

    @Override
    Object[] mark() {
      int length = Array.getLength(array);
      Object now = Array.newInstance(array.getClass().getComponentType(), length);
      System.arraycopy(array, 0, now, 0, length);
      return new Object[] {now};
    }

    @Override
    boolean isAt(Object[] mark) {
      return Objects.deepEquals(mark[0], array);
    }
  }

  /** An atomic number: reported, never rewound. */
  private static final class CounterSnapshot extends Snapshot {
    private final Number number;
    private String before = "";

    CounterSnapshot(ReachedObject at, Number number) {
      super(new ReachedObject(at.place(), at.depth(), Rules.NUMBER, at.isOfLibrary()));
      this.number = number;
    }

    @Override
    void take(Capture capture) {
      before = number.toString();
    }

    @Override
    void compare(DifferenceListener differences) {
      String now = number.toString();
      if (!now.equals(before)) {
        differences.add(at(), new Redacted.Label(before), new Redacted.Label(now));
      }
    }

    @Override
    int restore() {
      return 0;
    }

    @Override
    Object[] mark() {
      return new Object[] {number.toString()};
    }
  }

  /**
   * A thread or a pool of threads that a class keeps for good. It cannot be made again: when it has
   * ended, its class is of no use any more.
   */
  private static final class WorkerSnapshot extends Snapshot {
    private static final Redacted.Label RUNNING = new Redacted.Label("running");
    private static final Redacted.Label ENDED = new Redacted.Label("ended");

    private final Object worker;
    private boolean before;

    WorkerSnapshot(ReachedObject at, Object worker) {
      super(at);
      this.worker = worker;
    }

    static boolean isOne(Object object) {
      return object instanceof Thread || object instanceof ExecutorService;
    }

    /** Some objects remember the thread that has made them; that one may end. */
    @Override
    void take(Capture capture) {
      before = isRunning() && worker != Thread.currentThread();
    }

    @Override
    void compare(DifferenceListener differences) {
      if (before && !isRunning()) {
        differences.add(at(), RUNNING, ENDED);
      }
    }

    @Override
    int restore() {
      if (!at().isKept() && before && !isRunning()) {
        throw new IllegalStateException(
            at().place() + " has ended: " + ComparedValue.describe(worker));
      }
      return 0;
    }

    @Override
    Object[] mark() {
      return new Object[] {isRunning()};
    }

    private boolean isRunning() {
      return worker instanceof Thread thread
          ? thread.isAlive()
          : !((ExecutorService) worker).isShutdown();
    }
  }
}
