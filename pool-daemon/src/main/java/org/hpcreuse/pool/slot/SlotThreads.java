/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * The thread groups of a slot.
 *
 * @param system the JVM's root group
 * @param slot the slot's own threads; no container code runs in them
 * @param release threads that clean up, where closing things may run container code
 * @param containers the threads of all containers, one after the other. One group for good: thread
 *     factories that framework classes keep would hold, and then use, the group of a container that
 *     is gone
 */
record SlotThreads(
    ThreadGroup system, ThreadGroup slot, ThreadGroup release, ThreadGroup containers) {

  /** Makes the groups beside the calling thread's, which is the slot's. */
  static SlotThreads make() {
    ThreadGroup slot = Thread.currentThread().getThreadGroup();
    ThreadGroup system = slot.getParent();
    return new SlotThreads(
        system, slot, new ThreadGroup(system, "slot-release"), new ThreadGroup(system, "main"));
  }

  /** All threads of this JVM that are alive. */
  List<Thread> all() {
    Thread[] threads = new Thread[system.activeCount() + 16];
    int count = system.enumerate(threads, true);
    while (count == threads.length) {
      threads = new Thread[threads.length * 2];
      count = system.enumerate(threads, true);
    }
    return Arrays.stream(threads).limit(count).filter(Objects::nonNull).toList();
  }
}
