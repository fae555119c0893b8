/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

import java.util.List;
import java.util.function.Supplier;

/** Uses classes for the first time at the end of its stack, and lives with what comes of it. */
public final class Deep {
  private static final List<Supplier<Object>> USES =
      List.of(
          () -> Value0.value,
          () -> Value1.value,
          () -> Value2.value,
          () -> Value3.value,
          () -> Value4.value,
          () -> Value5.value,
          () -> Value6.value,
          () -> Value7.value);
  private static int next;

  private Deep() {}

  /** Is used late. */
  static final class Value0 {
    static Object value = new Object();

    private Value0() {}
  }

  /** Is used late. */
  static final class Value1 {
    static Object value = new Object();

    private Value1() {}
  }

  /** Is used late. */
  static final class Value2 {
    static Object value = new Object();

    private Value2() {}
  }

  /** Is used late. */
  static final class Value3 {
    static Object value = new Object();

    private Value3() {}
  }

  /** Is used late. */
  static final class Value4 {
    static Object value = new Object();

    private Value4() {}
  }

  /** Is used late. */
  static final class Value5 {
    static Object value = new Object();

    private Value5() {}
  }

  /** Is used late. */
  static final class Value6 {
    static Object value = new Object();

    private Value6() {}
  }

  /** Is used late. */
  static final class Value7 {
    static Object value = new Object();

    private Value7() {}
  }

  /** Tries one class after the other on the way back. */
  @SuppressWarnings("InfiniteRecursion") // what the test is about
  private static void descend() {
    try {
      descend();
    } catch (StackOverflowError e) {
      if (next < USES.size()) {
        isUsable(USES.get(next++));
      }
      throw e;
    }
  }

  private static boolean isUsable(Supplier<Object> use) {
    try {
      return use.get() != null;
    } catch (StackOverflowError | NoClassDefFoundError e) {
      return false;
    }
  }

  /** Goes to the end of a stack. */
  public static void overflow() throws InterruptedException {
    Thread thread =
        new Thread(
            null,
            () -> {
              try {
                descend();
              } catch (StackOverflowError e) {
                next = USES.size();
              }
            },
            "deep",
            200_000);
    thread.start();
    thread.join();
  }

  /** How many of the classes can be used. */
  public static String show() {
    return Long.toString(USES.stream().filter(Deep::isUsable).count());
  }
}
