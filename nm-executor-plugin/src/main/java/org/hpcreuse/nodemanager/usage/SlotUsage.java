/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.usage;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * What a slot has used.
 *
 * @param rssBytes resident memory
 * @param virtualBytes virtual memory
 * @param cpuMs processor time
 * @param startTicks when the process was started, ticks since the machine was; tells it from an
 *     earlier one with the same pid
 */
public record SlotUsage(long rssBytes, long virtualBytes, long cpuMs, long startTicks) {
  /** Linux shows processor time to programs in hundredths of a second, whatever its own tick. */
  private static final long MS_PER_TICK = 10;

  private static final int USER_TICKS = 11;
  private static final int SYSTEM_TICKS = 12;
  private static final int START_TICKS = 19;

  /** Reads /proc; no process is started. */
  public static SlotUsage measure(long pid) throws IOException {
    Path proc = Path.of("/proc", Long.toString(pid));
    long rss = 0;
    long virtual = 0;
    for (String line : read(proc.resolve("status")).split("\n", -1)) {
      if (line.startsWith("VmRSS:")) {
        rss = kibibytes(line);
      } else if (line.startsWith("VmSize:")) {
        virtual = kibibytes(line);
      }
    }
    String stat = read(proc.resolve("stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    long ticks = Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS]);
    return new SlotUsage(rss, virtual, ticks * MS_PER_TICK, Long.parseLong(fields[START_TICKS]));
  }

  /**
   * By a stream, which an interrupt does not close as it would a channel. The process's name is any
   * bytes.
   */
  private static String read(Path file) throws IOException {
    try (FileInputStream in = new FileInputStream(file.toFile())) {
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  private static long kibibytes(String line) {
    return Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
  }
}
