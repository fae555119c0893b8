/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * Sees to the futures of the ends of processes ({@link ProcessHandle#onExit()}). Of a child, ended
 * by then, it waits until the JDK's reaper has informed everybody; it informs nobody of other
 * processes. Source: java.lang.ProcessHandleImpl.completion (JDK 17 to 25).
 *
 * <p>Without it a container's callback runs when that process ends, in the time of another.
 */
public final class ProcessFutures implements Restorable<Set<Long>>, EndActors {
  private static final String OWNER = "java.lang.ProcessHandleImpl";
  private static final long POLL_NANOS = 100_000;

  @Override
  public Set<Long> capture(LoadedClasses framework) {
    try {
      return Set.copyOf(waited().keySet());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(OWNER + " has changed", e);
    }
  }

  @Override
  public boolean hasWork(Release release) throws ReflectiveOperationException {
    return !waited().keySet().stream().allMatch(release.baseline().before(this)::contains);
  }

  @Override
  public void restore(Set<Long> before, Release release) throws Exception {
    for (List<Long> children = drop(before); !children.isEmpty(); children = drop(before)) {
      if (release.nanosLeft() == 0) {
        throw new TimeoutException("the ends of child processes are not told: " + children);
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /** Forgets who waits for other processes; returns the children that somebody waits for. */
  private static List<Long> drop(Set<Long> before) throws ReflectiveOperationException {
    List<Long> children = new ArrayList<>();
    Map<Long, Object> waited = waited();
    for (Map.Entry<Long, Object> entry : Map.copyOf(waited).entrySet()) {
      if (before.contains(entry.getKey())) {
        continue;
      }
      ReflectiveAccess future = ReflectiveAccess.of(entry.getValue());
      if (future.get("isReaping", Boolean.class)) {
        children.add(entry.getKey());
      } else {
        future.zero("stack");
        waited.remove(entry.getKey(), entry.getValue());
      }
    }
    return children;
  }

  /** Whether this thread waits for the ends of processes, for the whole JVM. */
  static boolean isReaper(Thread thread) {
    try {
      return LoadedClasses.isInitialized(owner())
          && ThreadOwners.worksFor(
              thread, ReflectiveAccess.ofClass(owner()).get("processReaperExecutor"));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(OWNER + " has changed", e);
    }
  }

  private static Class<?> owner() throws ClassNotFoundException {
    return Class.forName(OWNER, false, null);
  }

  @SuppressWarnings("unchecked") // ConcurrentMap<Long, ExitCompletion>
  private static Map<Long, Object> waited() throws ReflectiveOperationException {
    return LoadedClasses.isInitialized(owner())
        ? ReflectiveAccess.ofClass(owner()).get("completions", Map.class)
        : Map.of();
  }
}
