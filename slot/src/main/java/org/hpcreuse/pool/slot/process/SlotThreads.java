/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.process;

import java.util.List;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.protocol.ExitCodes;

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
 * @param anchor never started: as long as it may be, the containers' group is not taken apart when
 *     its last thread ends, even if a container has called its setDaemon
 */
public record SlotThreads(
    ThreadGroup system,
    ThreadGroup slot,
    ThreadGroup release,
    ThreadGroup framework,
    ThreadGroup containers,
    Thread anchor) {

  /** Makes the groups beside the calling thread's, which is the slot's. */
  public static SlotThreads make() {
    ThreadGroup slot = Thread.currentThread().getThreadGroup();
    ThreadGroup system = slot.getParent();
    ThreadGroup containers = new ThreadGroup(system, "main");
    return new SlotThreads(
        system,
        slot,
        new ThreadGroup(system, "slot-release"),
        new ThreadGroup(system, "slot-framework"),
        containers,
        new Thread(containers, () -> {}, "anchor"));
  }

  /**
   * The uncaught-exception handler of threads that the slot cannot do without. A container can
   * leave no memory for them; then nobody would hear of its end, and the slot would be held for
   * ever. The slot's process ends instead, without a message, which needs memory too.
   */
  public static void endSlot(Thread thread, Throwable failure) {
    Runtime.getRuntime().halt(ExitCodes.FAILED);
  }

  /** Undoes what a container may have set for all threads to come. */
  public void reset() {
    for (ThreadGroup group : List.of(system, slot, release, framework, containers)) {
      try {
        ReflectiveAccess members = ReflectiveAccess.of(group);
        members.set("maxPriority", Thread.MAX_PRIORITY);
        members.zero("daemon");
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("java.lang.ThreadGroup has changed", e);
      }
    }
  }
}
