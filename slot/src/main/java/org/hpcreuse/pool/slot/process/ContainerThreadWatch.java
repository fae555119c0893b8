/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.process;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.hpcreuse.cleanup.jvm.threads.LiveThreads;

/**
 * Tells a container's threads from those that were there before it: every thread started since,
 * other than the slot's own. Thread-safe after construction.
 */
public final class ContainerThreadWatch {
  private final SlotThreads groups;

  private final Supplier<List<Thread>> census;

  /** Ids, not objects: a container's thread class may have an equals of its own. */
  private final Set<Long> before;

  /** Takes the census; make it before the container's first thread. */
  public ContainerThreadWatch(SlotThreads groups) {
    this(groups, LiveThreads::all);
  }

  /** Takes the census in another way. */
  ContainerThreadWatch(SlotThreads groups, Supplier<List<Thread>> census) {
    this.groups = groups;
    this.census = census;
    before = census.get().stream().map(Thread::getId).collect(Collectors.toSet());
  }

  /** Whether this thread came with the container. */
  public boolean belongsToContainer(Thread thread) {
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

  /**
   * A thread of the container that keeps a JVM alive, if one is left.
   *
   * <p>A thread that has ended since the census may have started another one that the census does
   * not have. So only a census without such threads says that none is left.
   */
  public Optional<Thread> anyUserThread() {
    while (true) {
      List<Thread> users = census.get().stream().filter(t -> !t.isDaemon()).toList();
      Optional<Thread> user = users.stream().filter(this::belongsToContainer).findFirst();
      if (user.isPresent() || users.stream().noneMatch(this::hasEnded)) {
        return user;
      }
    }
  }

  private boolean hasEnded(Thread thread) {
    return thread.getThreadGroup() == null && !before.contains(thread.getId());
  }
}
