/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.hpcreuse.pool.manager.TestPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PoolSettingsTest {
  @TempDir private Path temp;

  @Test
  void shouldWarnOfSlotsThatEndBeforeTheNextManagerCanBeThere() throws IOException {
    assertThat(PoolSettings.doubts(TestPool.files(temp, Map.of("hpc-reuse.reconnect-ms", "1000"))))
        .singleElement()
        .asString()
        .contains("hpc-reuse.reconnect-ms = 1000", "safe from 15000 on");
  }

  @Test
  void shouldNotWarnOfTheDefaults() throws IOException {
    assertThat(PoolSettings.doubts(TestPool.files(temp, Map.of()))).isEmpty();
  }
}
