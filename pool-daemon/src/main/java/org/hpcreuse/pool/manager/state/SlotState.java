/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.state;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a process of the pool is doing, and the one table of moves: a row is a state, a column an
 * event in the order of {@link SlotEvent}; {@code NO} means that the event cannot happen in this
 * state, and who reports it is wrong.
 */
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

  private static final SlotState NO = null;
  private static final Map<SlotState, Map<SlotEvent, SlotState>> TABLE =
      new EnumMap<>(SlotState.class);

  static {
    // The columns: REPORT, REPORT_AS_SPARE, TAKE_OVER, LEASE, RUN, DECLINE,
    // EXIT, RELEASE, COLLECT, COLLECTED, RETIRE, LOSE, GONE.
    row(STARTING, FREE, SPARE, NO, NO, NO, NO, NO, NO, NO, NO, NO, DYING, DEAD);
    row(SPARE, NO, NO, FREE, NO, NO, NO, NO, NO, NO, NO, RETIRING, DYING, DEAD);
    row(FREE, NO, NO, NO, LEASED, NO, NO, NO, NO, COLLECTING, NO, RETIRING, DYING, DEAD);
    row(LEASED, NO, NO, NO, NO, RUNNING, FREE, RELEASING, NO, NO, NO, NO, DYING, DEAD);
    row(RUNNING, NO, NO, NO, NO, NO, NO, RELEASING, NO, NO, NO, NO, DYING, DEAD);
    row(RELEASING, NO, NO, NO, NO, NO, NO, NO, FREE, NO, NO, RETIRING, DYING, DEAD);
    row(COLLECTING, NO, NO, NO, NO, NO, NO, NO, NO, NO, FREE, RETIRING, DYING, DEAD);
    row(RETIRING, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, RETIRING, DYING, DEAD);
    row(DYING, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, DYING, DYING, DEAD);
    row(DEAD, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, DEAD, DEAD);
  }

  private static void row(SlotState from, SlotState... to) {
    SlotEvent[] events = SlotEvent.values();
    if (to.length != events.length) {
      throw new IllegalStateException("row " + from + " has " + to.length + " columns");
    }
    Map<SlotEvent, SlotState> row = new EnumMap<>(SlotEvent.class);
    for (int i = 0; i < events.length; i++) {
      row.put(events[i], to[i]);
    }
    TABLE.put(from, row);
  }

  /** The state after the event; empty when the event cannot happen in this state. */
  Optional<SlotState> after(SlotEvent event) {
    return Optional.ofNullable(TABLE.get(this).get(event));
  }

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
