/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class SlotStateTest {
  @ParameterizedTest
  @EnumSource(SlotState.class)
  void shouldEndDeadWhenProcessIsGoneWhateverTheState(SlotState state) {
    assertThat(state.after(SlotEvent.GONE)).contains(SlotState.DEAD);
  }

  @ParameterizedTest
  @EnumSource(SlotState.class)
  void shouldAnswerEveryEventInEveryState(SlotState state) {
    for (SlotEvent event : SlotEvent.values()) {
      assertThat(state.after(event)).as(state + " " + event).isNotNull();
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
          state.after(event).ifPresent(next::add);
        }
      }
      grown = reached.addAll(next);
    }
    assertThat(reached).containsExactlyInAnyOrder(SlotState.values());
  }

  @Test
  void shouldNeverLeaveDead() {
    for (SlotEvent event : SlotEvent.values()) {
      Optional<SlotState> next = SlotState.DEAD.after(event);
      assertThat(next.orElse(SlotState.DEAD)).isEqualTo(SlotState.DEAD);
    }
  }

  @Test
  void shouldGiveLeasesToFreeSlotsOnly() {
    for (SlotState state : SlotState.values()) {
      assertThat(state.after(SlotEvent.LEASE).isPresent())
          .as(state.name())
          .isEqualTo(state == SlotState.FREE);
    }
  }
}
