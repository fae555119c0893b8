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
  private void runThree(boolean asSlots, int intervalMs) {
    allocator =
        new Allocator(
            asSlots,
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
    runThree(false, 1);

    assertThat(heartbeats).containsExactly("10 changed", "11 changed", "11");
  }

  @Test
  void shouldNotWaitForTheIntervalAsInSlots() {
    runThree(true, HOUR_MS);

    assertThat(heartbeats).containsExactly("10 changed", "11 changed", "11");
  }

  @Test
  void shouldWaitNoLongerThanTheCase() throws Exception {
    allocator = new Allocator(false, HOUR_MS, (containers, changed) -> heartbeats.add(""));
    long now = System.nanoTime();

    List<Allocator.Heartbeat> log =
        allocator.run(now, now, now + TimeUnit.MILLISECONDS.toNanos(20));

    assertThat(log).isEmpty();
    assertThat(heartbeats).isEmpty();
  }

  @Test
  void shouldTellWhenEachHeartbeatWasSentAndHowLongItsAnswerTook() throws Exception {
    allocator = new Allocator(false, 5, (containers, changed) -> Thread.onSpinWait());
    long now = System.nanoTime();

    List<Allocator.Heartbeat> log =
        allocator.run(now, now, now + TimeUnit.MILLISECONDS.toNanos(200));

    assertThat(log).isNotEmpty();
    assertThat(log).allSatisfy(each -> assertThat(each.atMs()).isBetween(5, 200));
    assertThat(log).allSatisfy(each -> assertThat(each.micros()).isNotNegative());
  }

  @Test
  void shouldWaitForAsManyContainersAsBeforeAfterASecondPieceOfNews() {
    allocator = new Allocator(true, HOUR_MS, (containers, changed) -> {});
    int before = allocator.hpcReuseOutstanding();
    allocator.news();
    allocator.news();

    assertThat(allocator.hpcReuseOutstanding()).isEqualTo(before);
  }
}
