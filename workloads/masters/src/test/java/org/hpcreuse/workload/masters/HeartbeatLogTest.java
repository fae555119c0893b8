/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.masters;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class HeartbeatLogTest {
  private static final long BEGIN = TimeUnit.SECONDS.toNanos(7);

  private final HeartbeatLog log = new HeartbeatLog(BEGIN);

  private void add(long atMs, long micros) {
    long sent = BEGIN + TimeUnit.MILLISECONDS.toNanos(atMs);
    log.add(sent, sent + TimeUnit.MICROSECONDS.toNanos(micros));
  }

  @Test
  void shouldTellWhenEachWasSentAndHowLongItsAnswerTook() {
    add(20, 1500);
    add(1020, 900);

    assertThat(log).hasToString("20:1500 1020:900");
  }

  @Test
  void shouldKeepMoreThanItHasRoomForAtFirst() {
    for (int i = 0; i < 1000; i++) {
      add(i, i);
    }

    assertThat(log.toString().split(" ")).hasSize(1000).startsWith("0:0").endsWith("999:999");
  }

  @Test
  void shouldBeEmptyWithoutHeartbeats() {
    assertThat(log).hasToString("");
  }
}
