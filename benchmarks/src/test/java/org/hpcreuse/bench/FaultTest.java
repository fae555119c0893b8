/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class FaultTest {
  private static final List<Fault> ALL = List.of(Fault.values());

  @Test
  void shouldDrawEveryKindOnceBeforeAnyTwice() {
    List<Fault> drawn = Fault.draw(ALL, 2 * ALL.size() + 1, new Random(1));

    assertThat(drawn).hasSize(2 * ALL.size() + 1);
    assertThat(drawn.subList(0, ALL.size())).containsExactlyInAnyOrderElementsOf(ALL);
    assertThat(drawn.subList(ALL.size(), 2 * ALL.size())).containsExactlyInAnyOrderElementsOf(ALL);
  }

  @Test
  void shouldDrawTheSameFromTheSameSeed() {
    assertThat(Fault.draw(ALL, 5, new Random(7))).isEqualTo(Fault.draw(ALL, 5, new Random(7)));
  }
}
