/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Writes the live objects of this slot to a file for its owner alone. The file holds all secrets of
 * the slot: its directory must be one that nobody else may enter, and the asker deletes it.
 */
final class HeapDump {
  private static final long MIB = 1L << 20;

  private HeapDump() {}

  /**
   * Writes the file.
   *
   * @throws IOException when its directory is open to others, or its disk has less than twice the
   *     heap in use left
   */
  static void write(Path file) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    if (!Files.getPosixFilePermissions(directory)
        .equals(PosixFilePermissions.fromString("rwx------"))) {
      throw new IOException("heap dump not written: " + directory + " is open to others");
    }
    Runtime runtime = Runtime.getRuntime();
    long needed = 2 * (runtime.totalMemory() - runtime.freeMemory());
    FileStore disk = Files.getFileStore(directory);
    if (disk.getUsableSpace() < needed) {
      throw new IOException(
          String.format(
              "heap dump not written: %s has %d MiB left, %d needed",
              directory, disk.getUsableSpace() / MIB, needed / MIB));
    }
    boolean done = false;
    try {
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
          .dumpHeap(file.toString(), true);
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
      done = true;
    } finally {
      if (!done) {
        Files.deleteIfExists(file);
      }
    }
  }
}
