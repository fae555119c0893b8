/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file that HotSpot makes before it throws the JVM's first OutOfMemoryError
 * (-XX:OnOutOfMemoryError), where {@code hpc-reuse.retire.out-of-memory} says so.
 */
public final class OutOfMemoryMark {
  private final Path file;

  private OutOfMemoryMark(Path file) {
    this.file = file;
  }

  /** Takes away what another process of this number has left. */
  public static OutOfMemoryMark fresh(Path file) throws IOException {
    Files.deleteIfExists(file);
    return new OutOfMemoryMark(file);
  }

  /** Tells it once: the file is gone then. */
  public boolean hasRunOut() throws IOException {
    return Files.deleteIfExists(file);
  }
}
