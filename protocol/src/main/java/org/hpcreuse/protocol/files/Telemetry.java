/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.files;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hpcreuse.protocol.option.Options;

/**
 * A file of figures for benchmarks, one JSON object a line. Nothing is written unless {@link
 * Options#TELEMETRY_MB} asks for it, and nothing beyond that size. Used by one thread at a time.
 *
 * @param file where lines go; its directory must be there
 * @param limitBytes what it may come to; 0 = nothing is written
 */
public record Telemetry(Path file, long limitBytes) {
  private static final long MIB = 1L << 20;

  /** One of a pool's files, among its logs. */
  public static Telemetry of(PoolFiles files, String name) {
    return new Telemetry(files.logs().resolve(name), files.get(Options.TELEMETRY_MB) * MIB);
  }

  /** Whether anything is written at all. */
  public boolean isOn() {
    return limitBytes > 0;
  }

  /**
   * Appends a line if it still fits. Not by a channel: an interrupt must not close it half-way.
   *
   * @param line without its end
   */
  public void append(String line) throws IOException {
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    if (size() + bytes.length <= limitBytes) {
      try (FileOutputStream out = new FileOutputStream(file.toFile(), true)) {
        out.write(bytes);
      }
    }
  }

  private long size() throws IOException {
    return Files.exists(file) ? Files.size(file) : 0;
  }
}
