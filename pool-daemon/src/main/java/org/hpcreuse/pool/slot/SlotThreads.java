/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

/**
 * The thread groups of a slot.
 *
 * @param system the JVM's root group
 * @param slot the slot's own threads; no container code runs in them
 * @param release threads that clean up, where closing things may run container code
 * @param framework threads that load the framework, and those that its initialisers start then
 * @param containers the threads of all containers, one after the other. One group for good: thread
 *     factories that framework classes keep would hold, and then use, the group of a container that
 *     is gone
 */
record SlotThreads(
    ThreadGroup system,
    ThreadGroup slot,
    ThreadGroup release,
    ThreadGroup framework,
    ThreadGroup containers) {

  /** Makes the groups beside the calling thread's, which is the slot's. */
  static SlotThreads make() {
    ThreadGroup slot = Thread.currentThread().getThreadGroup();
    ThreadGroup system = slot.getParent();
    return new SlotThreads(
        system,
        slot,
        new ThreadGroup(system, "slot-release"),
        new ThreadGroup(system, "slot-framework"),
        new ThreadGroup(system, "main"));
  }
}
