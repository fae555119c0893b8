/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class MapCompletionPollTest {
  private static final long STOCK_MS = 1000;

  private final AtomicLong now = new AtomicLong(7_000);
  private final MapCompletionPoll wait = new MapCompletionPoll(now::get);

  /** A question without time of its own, with its answer. */
  private void ask(int events) {
    wait.asks();
    wait.heard(events);
  }

  @Test
  void shouldAskSoonAtFirst() {
    ask(0);

    assertThat(wait.pause(STOCK_MS)).isEqualTo(20);
  }

  @Test
  void shouldWaitForAQuarterOfTheTimeWithoutNews() {
    ask(1);
    now.addAndGet(2_000);
    ask(0);

    assertThat(wait.pause(STOCK_MS)).isEqualTo(500);
  }

  @Test
  void shouldAskNoMoreThanStockHadoopWhileMapsAreLong() {
    ask(1);
    now.addAndGet(60_000);
    ask(0);

    assertThat(wait.pause(STOCK_MS)).isEqualTo(STOCK_MS);
  }

  @Test
  void shouldAskSoonerAfterNews() {
    ask(1);
    now.addAndGet(5_000);
    ask(1);

    assertThat(wait.pause(STOCK_MS)).as("a part of its age").isEqualTo(100);
  }

  @Test
  void shouldLeaveABusyMasterAlone() {
    ask(1);
    wait.asks();
    now.addAndGet(150);
    wait.heard(1);

    assertThat(wait.pause(STOCK_MS)).isEqualTo(300);
  }
}
