/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.step;

import java.util.function.Consumer;
import java.util.function.Predicate;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.LoaderOwnership;

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
    Baseline baseline,
    long deadlineNanos,
    Consumer<String> log) {
  /** True if the class was defined by the container's loader or by one below it. */
  public boolean belongsToContainer(Class<?> type) {
    return belongsToContainer(type.getClassLoader());
  }

  /** True if the object came with the container; see {@link LoaderOwnership#isOfContainer}. */
  public boolean belongsToContainer(Object object) {
    return LoaderOwnership.isOfContainer(object, frameworkLoader);
  }

  /** True if the loader came with the container; see {@link LoaderOwnership}. */
  public boolean belongsToContainer(ClassLoader loader) {
    return LoaderOwnership.belongsToContainer(loader, frameworkLoader);
  }

  /** Nanoseconds left, 0 when the deadline has passed. */
  public long nanosLeft() {
    return Math.max(0, deadlineNanos - System.nanoTime());
  }
}
