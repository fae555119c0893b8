/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.plan;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.hpcreuse.cli.terminal.Failure;
import org.junit.jupiter.api.Test;

class DiskRoomTest {
  @Test
  void shouldAcceptADiskBelowTheNodeManagersLimit() {
    assertThatCode(() -> DiskRoom.require(Path.of("/d"), 1000, 101)).doesNotThrowAnyException();
  }

  @Test
  void shouldNameDirectoryAndUsageOfAFullDisk() {
    assertThatThrownBy(() -> DiskRoom.require(Path.of("/d"), 1000, 35))
        .isInstanceOf(Failure.class)
        .hasMessageContainingAll("/d", "96.5 %", "90 %", "HPC_REUSE_SCRATCH");
  }
}
