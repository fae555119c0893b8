/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class SlotTransitionsTest {
  @ParameterizedTest
  @EnumSource(SlotState.class)
  void shouldEndDeadWhenProcessIsGoneWhateverTheState(SlotState state) {
    assertThat(SlotTransitions.next(state, SlotEvent.GONE)).contains(SlotState.DEAD);
  }

  @ParameterizedTest
  @EnumSource(SlotState.class)
  void shouldAnswerEveryEventInEveryState(SlotState state) {
    for (SlotEvent event : SlotEvent.values()) {
      assertThat(SlotTransitions.next(state, event)).as(state + " " + event).isNotNull();
    }
  }

  @Test
  void shouldReachEveryStateFromTheFirst() {
    Set<SlotState> reached = EnumSet.of(SlotState.STARTING);
    boolean grown = true;
    while (grown) {
      Set<SlotState> next = EnumSet.copyOf(reached);
      for (SlotState state : reached) {
        for (SlotEvent event : SlotEvent.values()) {
          SlotTransitions.next(state, event).ifPresent(next::add);
        }
      }
      grown = reached.addAll(next);
    }
    assertThat(reached).containsExactlyInAnyOrder(SlotState.values());
  }

  @Test
  void shouldNeverLeaveDead() {
    for (SlotEvent event : SlotEvent.values()) {
      Optional<SlotState> next = SlotTransitions.next(SlotState.DEAD, event);
      assertThat(next.orElse(SlotState.DEAD)).isEqualTo(SlotState.DEAD);
    }
  }

  @Test
  void shouldGiveLeasesToFreeSlotsOnly() {
    for (SlotState state : SlotState.values()) {
      assertThat(SlotTransitions.next(state, SlotEvent.LEASE).isPresent())
          .as(state.name())
          .isEqualTo(state == SlotState.FREE);
    }
  }
}
