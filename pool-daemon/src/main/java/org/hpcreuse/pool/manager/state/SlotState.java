/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.state;

/** What a process of the pool is doing. The moves between these are {@link SlotTransitions}. */
public enum SlotState {
  /** Its process has been asked for and has not reported yet. */
  STARTING,
  /** Reported and kept back; takes the place of a slot that is gone. */
  SPARE,
  /** Waits for a container. */
  FREE,
  /** Given to a container that has not entered main() yet. */
  LEASED,
  /** A container's main() has been entered. */
  RUNNING,
  /** The container is over, its traces are being removed. */
  RELEASING,
  /** Without a container, and busy with a garbage collection that the manager has asked for. */
  COLLECTING,
  /** Told to leave; its process is expected to end by itself. */
  RETIRING,
  /** Killed, or lost; its process must be seen to be gone before anything else happens. */
  DYING,
  /** Its process is gone. */
  DEAD;

  public boolean isBusy() {
    return this == LEASED || this == RUNNING || this == RELEASING;
  }

  /** Has reported and can be talked to. */
  public boolean isLiving() {
    return isBusy() || isResting();
  }

  /** Has reported and holds no container, with a slot number or as a spare. */
  public boolean isResting() {
    return isIdle() || this == SPARE;
  }

  /** Holds its slot number and no container; gets one now or in a moment. */
  public boolean isIdle() {
    return this == FREE || this == COLLECTING;
  }
}
