/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.state;

import static org.hpcreuse.pool.manager.state.SlotState.COLLECTING;
import static org.hpcreuse.pool.manager.state.SlotState.DEAD;
import static org.hpcreuse.pool.manager.state.SlotState.DYING;
import static org.hpcreuse.pool.manager.state.SlotState.FREE;
import static org.hpcreuse.pool.manager.state.SlotState.LEASED;
import static org.hpcreuse.pool.manager.state.SlotState.RELEASING;
import static org.hpcreuse.pool.manager.state.SlotState.RETIRING;
import static org.hpcreuse.pool.manager.state.SlotState.RUNNING;
import static org.hpcreuse.pool.manager.state.SlotState.SPARE;
import static org.hpcreuse.pool.manager.state.SlotState.STARTING;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * The one table of slot states. A row is a state, a column an event in the order of {@link
 * SlotEvent}; {@code NO} means that the event cannot happen in this state, and who reports it is
 * wrong.
 */
final class SlotTransitions {
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

  private SlotTransitions() {}

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
  static Optional<SlotState> next(SlotState state, SlotEvent event) {
    return Optional.ofNullable(TABLE.get(state).get(event));
  }
}
