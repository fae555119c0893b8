/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TelemetryTest {
  @TempDir private Path temp;

  private Telemetry telemetry(String options) throws IOException {
    Path dir = temp.resolve("pool");
    PoolFiles.createOwnerOnly(dir);
    Files.createDirectories(dir.resolve("logs"));
    Files.writeString(dir.resolve("pool.properties"), options);
    return Telemetry.of(PoolFiles.open(dir), "launches.jsonl");
  }

  @Test
  void shouldWriteNothingUnlessAsked() throws IOException {
    Telemetry off = telemetry("");

    off.append("{}");

    assertThat(off.isOn()).isFalse();
    assertThat(off.file()).doesNotExist();
  }

  @Test
  void shouldWriteLinesUntilTheNextOneWouldNotFit() throws IOException {
    Telemetry on = telemetry("hpc-reuse.telemetry-mb = 1\n");
    String line = "x".repeat((1 << 18) - 1);

    for (int i = 0; i < 5; i++) {
      on.append(line);
    }

    assertThat(on.isOn()).isTrue();
    assertThat(on.file()).hasSize(1 << 20);
    assertThat(Files.readAllLines(on.file())).hasSize(4).containsOnly(line);
  }
}
