/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.context;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** The name by which ps and top show the process: at most 15 bytes, no text of any encoding. */
final class ProcessName implements ProcessTrait {
  private static final Path FILE = Path.of("/proc/self/comm");

  private final byte[] before = name();

  ProcessName() throws IOException {}

  @Override
  public void restore() throws IOException {
    if (!Arrays.equals(name(), before)) {
      Files.write(FILE, before);
    }
  }

  /** Without the line feed that the kernel puts after it, but would take for a part of it. */
  private static byte[] name() throws IOException {
    byte[] line = Files.readAllBytes(FILE);
    return Arrays.copyOf(line, line.length - 1);
  }
}
