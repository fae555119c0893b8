/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.thread;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Tells a container's threads from those that were there before it: every thread started since,
 * other than the slot's own. Thread-safe after construction.
 */
public final class ContainerThreadWatch {
  private final SlotThreads groups;

  /** Ids, not objects: a container's thread class may have an equals of its own. */
  private final Set<Long> before;

  /** Takes the census; make it before the container's first thread. */
  public ContainerThreadWatch(SlotThreads groups) {
    this.groups = groups;
    before = groups.all().stream().map(Thread::getId).collect(Collectors.toSet());
  }

  /** Whether this thread came with the container. */
  public boolean isContainers(Thread thread) {
    return isNew(thread) && thread.getThreadGroup() != groups.framework();
  }

  /** Whether this thread came after the census, and is none that does the slot's own work. */
  public boolean isNew(Thread thread) {
    ThreadGroup group = thread.getThreadGroup();
    return group != null
        && group != groups.slot()
        && group != groups.release()
        && !before.contains(thread.getId());
  }

  /** A thread of the container that keeps a JVM alive, if one is left. */
  public Optional<Thread> anyUserThread() {
    return groups.all().stream().filter(t -> !t.isDaemon() && isContainers(t)).findFirst();
  }
}
