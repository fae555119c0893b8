/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.pool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoolReadinessTest {
  @ParameterizedTest
  @CsvSource({"0, 50", "400, 50", "600, 60", "4990, 499", "5001, 500", "90000, 500"})
  void aPauseIsATenthOfTheWaitWithinBounds(long waitedMs, long pauseMs) {
    assertThat(PoolReadiness.pauseAfter(TimeUnit.MILLISECONDS.toNanos(waitedMs)))
        .isEqualTo(TimeUnit.MILLISECONDS.toNanos(pauseMs));
  }

  @ParameterizedTest
  @CsvSource({
    "FREE FREE STARTING, 2, ''",
    "FREE STARTING STARTING, 2, 'slot 1 STARTING, slot 2 STARTING'",
    "FREE FREE DEAD, 2, slot 2 DEAD",
    "RUNNING FREE STARTING, 2, ''",
    "FREE FREE, 4, ''",
    "FREE FREE STARTING, 4, slot 2 STARTING",
    "FREE RUNNING, 2147483647, slot 1 RUNNING"
  })
  void aPoolIsReadyWhenEnoughSlotsAreThereAndTheOthersStart(
      String states, int enough, String missing) {
    ArrayNode slots = new ObjectMapper().createArrayNode();
    for (String state : states.split(" ", -1)) {
      slots.addObject().put("slot", slots.size() - 1).put("state", state);
    }

    assertThat(PoolReadiness.missing(slots, enough)).isEqualTo(missing);
  }
}
