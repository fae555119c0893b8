/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.usage;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.hpcreuse.protocol.ProcessStat;

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
  /** Reads /proc; no process is started. */
  public static SlotUsage measure(long pid) throws IOException {
    long rss = 0;
    long virtual = 0;
    for (String line : read(Path.of("/proc", Long.toString(pid), "status")).split("\n", -1)) {
      if (line.startsWith("VmRSS:")) {
        rss = kibibytes(line);
      } else if (line.startsWith("VmSize:")) {
        virtual = kibibytes(line);
      }
    }
    ProcessStat stat = ProcessStat.of(pid);
    return new SlotUsage(rss, virtual, stat.cpuMs(), stat.startTicks());
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
