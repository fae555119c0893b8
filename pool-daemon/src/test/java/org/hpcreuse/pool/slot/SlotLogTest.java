/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import static org.assertj.core.api.Assertions.assertThatNoException;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class SlotLogTest {
  @Test
  void shouldLoseLinesWhenTheDiskIsFull() throws IOException {
    SlotLog log = new SlotLog(Path.of("/dev/full"));

    assertThatNoException().isThrownBy(() -> log.warn("no room", new IOException("full")));
  }
}
