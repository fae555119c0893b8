/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class DoublingWaitTest {
  @Test
  void shouldDoubleEachPauseUpToTheLongest() {
    DoublingWait wait = new DoublingWait();

    assertThat(wait.next(50)).isEqualTo(10);
    assertThat(wait.next(50)).isEqualTo(20);
    assertThat(wait.next(50)).isEqualTo(40);
    assertThat(wait.next(50)).isEqualTo(50);
    assertThat(wait.next(50)).isEqualTo(50);
  }

  @Test
  void shouldNotPauseForLongerThanStockHadoop() {
    assertThat(new DoublingWait().next(3)).isEqualTo(3);
  }
}
