/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class UninterruptedTest {
  private static final Duration PAUSE = Duration.ofMillis(50);

  @AfterEach
  void takeOffTheFlag() {
    Thread.interrupted();
  }

  @Test
  void shouldWaitInAThreadThatIsInterruptedAndGiveTheFlagBack() {
    Thread.currentThread().interrupt();
    long start = System.nanoTime();

    try (Uninterrupted waits = new Uninterrupted()) {
      waits.pause(PAUSE);
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(PAUSE.toNanos());
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void shouldLeaveAThreadAloneThatNobodyInterrupts() {
    try (Uninterrupted waits = new Uninterrupted()) {
      waits.pause(PAUSE);
    }
    assertThat(Thread.interrupted()).isFalse();
  }
}
