/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.hpcreuse.gang.GangMessage;
import org.junit.jupiter.api.Test;

class ResubmissionTest {
  private static final GangMessage.Yielded WITHOUT_RANKS =
      new GangMessage.Yielded(true, "rank 1 ended with status 137; 1 of 2 is alive");
  private static final GangMessage.Yielded TO_AN_OLDER_GANG =
      new GangMessage.Yielded(false, "an older gang needs its place");

  private final Resubmission resubmission = new Resubmission(new Random(1));

  @Test
  void shouldGiveUpAfterThreeSubmissionsInARowWithoutRanks() {
    assertThat(resubmission.refuses(WITHOUT_RANKS)).isEmpty();
    assertThat(resubmission.refuses(WITHOUT_RANKS)).isEmpty();
    assertThat(resubmission.refuses(TO_AN_OLDER_GANG)).isEmpty();
    assertThat(resubmission.refuses(WITHOUT_RANKS)).isEmpty();
    assertThat(resubmission.refuses(WITHOUT_RANKS)).isEmpty();
    assertThat(resubmission.refuses(WITHOUT_RANKS).orElseThrow())
        .contains("3 submissions")
        .endsWith(WITHOUT_RANKS.reason());
  }

  @Test
  void shouldMakeRoomForOlderGangsForEver() {
    for (int submission = 0; submission < 1000; submission++) {
      assertThat(resubmission.refuses(TO_AN_OLDER_GANG)).isEmpty();
    }
  }

  @Test
  void shouldWaitLongerEachTimeUpToABound() {
    assertThat(resubmission.pauseMs()).isBetween(250L, 750L);
    for (int submission = 0; submission < 1000; submission++) {
      assertThat(resubmission.pauseMs()).isBetween(500L, 45_000L);
    }
    assertThat(resubmission.pauseMs()).isGreaterThanOrEqualTo(15_000L);
  }
}
