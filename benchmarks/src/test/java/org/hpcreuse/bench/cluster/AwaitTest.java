/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AwaitTest {
  @Test
  void shouldNameWhatIsMissingStillWhenTheWaitIsOver() {
    assertThatThrownBy(
            () ->
                Await.nothingMissing(
                    "rest", Duration.ZERO, Duration.ZERO, () -> List.of("slot 1 is BUSY", "more")))
        .isInstanceOf(BenchException.class)
        .hasMessage("waited 0 s in vain for rest: slot 1 is BUSY, more");
  }

  @Test
  void shouldAskAgainWhenThereWasNoAnswer() throws Exception {
    Iterator<Await.Missing> answers =
        List.<Await.Missing>of(
                () -> List.of("slot 1 is BUSY"),
                () -> {
                  throw new IOException("no manager");
                },
                List::of)
            .iterator();

    Await.nothingMissing("rest", Duration.ofMinutes(1), Duration.ZERO, () -> answers.next().ask());

    assertThat(answers).isExhausted();
  }
}
