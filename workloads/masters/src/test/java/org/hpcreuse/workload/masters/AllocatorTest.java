/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.masters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class AllocatorTest {
  private static final int HOUR_MS = (int) TimeUnit.HOURS.toMillis(1);
  private static final long HOUR = TimeUnit.HOURS.toNanos(1);

  private final List<String> heartbeats = new ArrayList<>();
  private Allocator allocator;

  /** News comes during the first heartbeat; the third one fails, which ends the case. */
  private void runThree(Waits waits, int intervalMs) {
    allocator =
        new Allocator(
            waits,
            intervalMs,
            (containers, changed) -> {
              heartbeats.add(containers + (changed ? " changed" : ""));
              if (heartbeats.size() == 1) {
                allocator.news();
              } else if (heartbeats.size() == 3) {
                throw new IOException("three are enough");
              }
            });
    long now = System.nanoTime();
    assertThatThrownBy(() -> allocator.run(now, now, now + HOUR)).hasMessage("three are enough");
  }

  @Test
  void shouldAskForContainersWhenRequestsHaveChanged() {
    runThree(Waits.STOCK, 1);

    assertThat(heartbeats).containsExactly("10 changed", "11 changed", "11");
  }

  @Test
  void shouldNotWaitForTheIntervalAsInSlots() {
    runThree(Waits.SLOTS, HOUR_MS);

    assertThat(heartbeats).containsExactly("10 changed", "11 changed", "11");
  }

  @Test
  void shouldWaitNoLongerThanTheCase() throws Exception {
    allocator = new Allocator(Waits.STOCK, HOUR_MS, (containers, changed) -> heartbeats.add(""));
    long now = System.nanoTime();

    HeartbeatLog log = allocator.run(now, now, now + TimeUnit.MILLISECONDS.toNanos(20));

    assertThat(log).hasToString("");
    assertThat(heartbeats).isEmpty();
  }

  @Test
  void shouldWaitForAsManyContainersAsBeforeAfterASecondPieceOfNews() {
    allocator = new Allocator(Waits.SLOTS, HOUR_MS, (containers, changed) -> {});
    int before = allocator.hpcReuseOutstanding();
    allocator.news();
    allocator.news();

    assertThat(allocator.hpcReuseOutstanding()).isEqualTo(before);
  }
}
