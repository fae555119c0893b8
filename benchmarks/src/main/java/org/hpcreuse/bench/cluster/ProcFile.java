/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the kernel tells of a process in words that end in NUL (proc(5): cmdline, environ). */
final class ProcFile {
  private ProcFile() {}

  /** The words with blanks between; empty for a process that has ended, or that is not ours. */
  static String words(long pid, String file) {
    try {
      byte[] bytes = Files.readAllBytes(Path.of("/proc", Long.toString(pid), file));
      return new String(bytes, StandardCharsets.UTF_8).replace('\0', ' ').strip();
    } catch (IOException e) {
      return "";
    }
  }
}
