/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.statics;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * One walk from static fields to what they lead to, nearest first, so that the depth of a thing is
 * that of the shortest way to it.
 */
final class Capture {
  private final ClassLoader framework;
  private final Set<Object> seen;
  private final UnaryOperator<Object> neutral;
  private final boolean ofInitializer;
  private final Consumer<Kept> result;
  private final Deque<Next> queue = new ArrayDeque<>();

  private record Next(Object thing, Found at) {}

  /**
   * Starts one.
   *
   * @param seen what has been found, by identity; added to
   * @param neutral what to keep in place of a value
   * @param ofInitializer whether it is taken at the end of a class's own initialiser
   * @param result takes what is kept
   */
  Capture(
      ClassLoader framework,
      Set<Object> seen,
      UnaryOperator<Object> neutral,
      boolean ofInitializer,
      Consumer<Kept> result) {
    this.framework = framework;
    this.seen = seen;
    this.neutral = neutral;
    this.ofInitializer = ofInitializer;
    this.result = result;
  }

  /** Whether a thing keeps what it held before, because something else may have filled it. */
  boolean leavesOut(Found at) {
    return at.is(Rule.Effect.UNREAD) && !ofInitializer;
  }

  Object neutral(Object value) {
    return neutral.apply(value);
  }

  /** Says that a value leads to {@code thing}. */
  void found(Object thing, Found at) {
    if (!Value.isConstant(thing)) {
      queue.add(new Next(thing, at));
    }
  }

  /** Keeps a thing and shows what it leads to. */
  void keep(Kept kept) {
    kept.take(this);
    result.accept(kept);
  }

  /** Follows everything that was found. */
  void finish() {
    for (Next next = queue.poll(); next != null; next = queue.poll()) {
      Object thing = Containers.unwrap(next.thing());
      if (!Value.isConstant(thing) && seen.add(thing)) {
        visit(thing, next.at());
      }
    }
  }

  private void visit(Object thing, Found at) {
    if (Worker.isOne(thing)) {
      keep(new Worker(at, thing));
    } else if (Containers.isFixed(thing)) {
      for (Object element : Containers.elements(thing)) {
        found(neutral(element), at.element(element));
      }
    } else if (thing.getClass().isArray() && !(thing instanceof Object[])) {
      keep(new PrimitiveArray(at, thing));
    } else if (isCount(thing)) {
      keep(new Count(at, (Number) thing));
    } else {
      Containers.of(thing)
          .ifPresentOrElse(
              container -> keep(new Contents(at, container)), () -> visitObject(thing, at));
    }
  }

  private void visitObject(Object thing, Found at) {
    Class<?> type = thing.getClass();
    if (at.depth() < Rules.DEPTH
        && type.getClassLoader() == framework
        && Rules.isLookedInto(type)) {
      Shape shape = Shape.ofInstance(type);
      if (!shape.isEmpty()) {
        keep(new FieldValues(at.deeper(), thing, shape));
      }
    }
  }

  private static boolean isCount(Object thing) {
    return thing instanceof AtomicInteger
        || thing instanceof AtomicLong
        || thing instanceof LongAdder
        || thing instanceof LongAccumulator;
  }
}
