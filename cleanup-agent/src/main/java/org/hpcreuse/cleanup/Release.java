/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup;

import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * One container's end, as far as a step may know it.
 *
 * @param framework the framework's initialised classes
 * @param frameworkLoader the loader that outlives the container
 * @param containerLoader the loader that must not
 * @param containerThreads true for a thread that was started since the container began
 * @param orderly false when the container was halted or killed: nothing it had planned for its exit
 *     may happen
 * @param baseline the JVM before the slot's first container
 * @param deadlineNanos {@link System#nanoTime()} by which everything must be done
 * @param log takes one line at a time, for the slot's own log
 */
public record Release(
    LoadedClasses framework,
    ClassLoader frameworkLoader,
    ClassLoader containerLoader,
    Predicate<Thread> containerThreads,
    boolean orderly,
    JvmBaseline baseline,
    long deadlineNanos,
    Consumer<String> log) {
  /** Loads accessors that reflection has made, as a child of the loader they are made for. */
  private static final String REFLECTION_LOADER = "jdk.internal.reflect.DelegatingClassLoader";

  /** True if the class was defined by the container's loader or by one below it. */
  public boolean isContainers(Class<?> type) {
    return isContainers(type.getClassLoader());
  }

  /** True if the object's class is the container's, or the object is such a class. */
  public boolean isContainers(Object object) {
    if (object == null) {
      return false;
    }
    return object instanceof Class<?> type ? isContainers(type) : isContainers(object.getClass());
  }

  /**
   * True if the loader came with the container: its own, one below it, or one that it has made
   * beside it (as Hadoop's ApplicationClassLoader, whose parent is the framework). What is left are
   * the JDK's, the framework's and the slot's own.
   */
  public boolean isContainers(ClassLoader loader) {
    return isContainers(loader, frameworkLoader);
  }

  /** The same, for who knows only the framework. */
  public static boolean isContainers(ClassLoader loader, ClassLoader frameworkLoader) {
    ClassLoader at = loader;
    while (at != null && at.getClass().getName().equals(REFLECTION_LOADER)) {
      at = at.getParent();
    }
    return at != null
        && !isAncestor(at, frameworkLoader)
        && !isAncestor(at, Release.class.getClassLoader());
  }

  private static boolean isAncestor(ClassLoader loader, ClassLoader of) {
    for (ClassLoader at = of; at != null; at = at.getParent()) {
      if (at == loader) {
        return true;
      }
    }
    return false;
  }

  /** Nanoseconds left, 0 when the deadline has passed. */
  public long nanosLeft() {
    return Math.max(0, deadlineNanos - System.nanoTime());
  }
}
