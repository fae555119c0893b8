/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.boot;

/**
 * What rewritten static initialisers call when they begin and end. Without a listener nothing
 * happens. The class is found from the stack, because a class file older than Java 5 cannot name
 * it.
 */
public final class ClassHooks {
  /** Hears of initialisers in the thread that runs them; must not throw. */
  public interface Listener {
    /** The initialiser begins. */
    void starting(Class<?> type);

    /** The initialiser has ended normally; other threads do not see the class yet. */
    void initialized(Class<?> type);

    /** The initialiser ends with an exception: the class can never be used. */
    void failed(Class<?> type, Throwable cause);
  }

  private static final StackWalker STACK =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  /** Written by the slot before the first container; volatile so that all threads see it. */
  private static volatile Listener listener;

  private ClassHooks() {}

  /** Makes {@code newListener} hear of initialisers from now on; null for nobody. */
  public static void install(Listener newListener) {
    listener = newListener;
  }

  /** At the head of a static initialiser. */
  public static void starting() {
    Listener current = listener;
    if (current != null) {
      current.starting(STACK.getCallerClass());
    }
  }

  /** At every normal end of a static initialiser. */
  public static void initialized() {
    Listener current = listener;
    if (current != null) {
      current.initialized(STACK.getCallerClass());
    }
  }

  /** When a static initialiser throws. */
  public static void failed(Throwable cause) {
    Listener current = listener;
    if (current != null) {
      current.failed(STACK.getCallerClass(), cause);
    }
  }
}
