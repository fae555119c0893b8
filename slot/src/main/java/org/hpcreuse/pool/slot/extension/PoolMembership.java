/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.extension;

import java.util.List;
import org.hpcreuse.cleanup.agent.Rewrite;

/**
 * How the slot's process belongs to its pool: as a child of the pool manager, or as a rank of MPI.
 */
public interface PoolMembership extends SlotExtension {
  /** The process's number in the pool. */
  int number();

  /** Text for people: library version, thread level, size; empty without MPI. */
  String description();

  /** The same in all processes of one mpirun, and different in each other; empty without MPI. */
  String job();

  /**
   * Adds up {@code number + 1} over the given processes, over the pool's own communicator.
   * Collective: each of these processes must call it with the same arguments. Takes 20 s at most;
   * may run beside a container.
   *
   * @param numbers ascending; this process among them
   * @param tag tells concurrent calls apart
   */
  long sumOver(List<Integer> numbers, int tag) throws ExtensionFailure;

  /**
   * Makes a membership; a service that the extension's jar names ({@link java.util.ServiceLoader}).
   */
  interface Provider {
    /**
     * What the agent is to change in classes of the extension's library. A slot that does not join
     * has it, too: its containers could load these classes.
     */
    List<Rewrite> rewrites();

    /**
     * Joins the pool. Called once, from the main thread, before anything else; collective over the
     * whole pool.
     */
    PoolMembership join() throws ExtensionFailure;
  }
}
