/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Writes files that other processes read or write meanwhile: each of them sees all of one content.
 */
public final class WholeFile {
  private WholeFile() {}

  /**
   * Replaces a file, or makes it.
   *
   * @param lines in UTF-8
   * @throws IOException when it cannot be written; the file is then as before
   */
  public static void write(Path file, Iterable<String> lines) throws IOException {
    String name = file.getFileName() + "." + ProcessHandle.current().pid() + ".new";
    Path fresh = file.resolveSibling(name);
    try {
      Files.write(fresh, lines);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }
}
