/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.usage;

import java.io.IOException;
import java.nio.file.Path;
import org.hpcreuse.nodemanager.files.LocalFiles;
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
    for (String line :
        LocalFiles.read(Path.of("/proc", Long.toString(pid), "status")).split("\n", -1)) {
      if (line.startsWith("VmRSS:")) {
        rss = kibibytes(line);
      } else if (line.startsWith("VmSize:")) {
        virtual = kibibytes(line);
      }
    }
    ProcessStat stat = ProcessStat.of(pid);
    return new SlotUsage(rss, virtual, stat.cpuMs(), stat.startTicks());
  }

  private static long kibibytes(String line) {
    return Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
  }
}
