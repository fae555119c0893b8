/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class ContainerSignalTest {
  @Test
  void shouldFindEachSignalByItsNumber() {
    assertThat(ContainerSignal.values())
        .allSatisfy(signal -> assertThat(ContainerSignal.of(signal.number())).isEqualTo(signal));
  }

  @Test
  void shouldGiveEachSignalTheStatusThatAShellShows() {
    assertThat(ContainerSignal.INT.exitStatus()).isEqualTo(130);
    assertThat(ContainerSignal.TERM.exitStatus()).isEqualTo(ExitCodes.TERMINATED);
    assertThat(ContainerSignal.KILL.exitStatus()).isEqualTo(ExitCodes.KILLED);
  }

  @Test
  void shouldNameASignalThatNoContainerIsSent() {
    assertThatThrownBy(() -> ContainerSignal.of(19))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("19");
  }
}
