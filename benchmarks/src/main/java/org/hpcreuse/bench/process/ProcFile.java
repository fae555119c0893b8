/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What the kernel tells of a process in words that end in NUL (proc(5): cmdline, environ). */
public final class ProcFile {
  private ProcFile() {}

  /** The words with blanks between; empty for a process that has ended, or that is not ours. */
  public static String words(long pid, String file) {
    return String.join(" ", list(pid, file)).strip();
  }

  /** The words; none of a process that has ended, or that is not ours. */
  public static List<String> list(long pid, String file) {
    try {
      byte[] bytes = Files.readAllBytes(Path.of("/proc", Long.toString(pid), file));
      return List.of(new String(bytes, StandardCharsets.UTF_8).split("\0", -1));
    } catch (IOException e) {
      return List.of();
    }
  }
}
