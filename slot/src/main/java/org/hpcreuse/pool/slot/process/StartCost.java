/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.hpcreuse.protocol.ProcessStat;
import org.hpcreuse.protocol.files.Telemetry;

/**
 * What the slot has cost since its JVM was started: a line in its log at some moments of its start,
 * and one JSON object a line for benchmarks, which ask for it. Used by one thread at a time.
 *
 * @param log the slot's
 * @param telemetry {@code starts-PROCESS-PID.jsonl}
 */
public record StartCost(SlotLog log, Telemetry telemetry) {
  private static final Path THREADS = Path.of("/proc/self/task");

  /** Threads that have ended, such as compilers that had nothing to do. */
  private static final String ENDED = "ended";

  /**
   * Notes a moment. A figure that cannot be read or written is no reason to lose a slot.
   *
   * @param what it is, for example {@code ready}
   */
  public void note(String what) {
    try {
      long allMs = ProcessStat.of(ProcessHandle.current().pid()).cpuMs();
      long ms =
          ProcessHandle.current()
              .info()
              .startInstant()
              .map(started -> Duration.between(started, Instant.now()).toMillis())
              .orElse(0L);
      log.info(what + " after " + seconds(ms) + " and " + seconds(allMs) + " of processor time");
      if (telemetry.isOn()) {
        telemetry.append(
            "{\"moment\":\"%s\",\"ms\":%d,\"cpuMs\":%d,\"threads\":%s}"
                .formatted(what, ms, allMs, StepLog.json(byThread(allMs))));
      }
    } catch (IOException e) {
      log.info(what + "; what it has cost is not known: " + e);
    }
  }

  /** Not by a Formatter: that keeps symbols for the next one, which may be a container's. */
  private static String seconds(long ms) {
    return ms / 1000 + "." + ms % 1000 / 100 + " s";
  }

  /** Processor time by the name of threads, as far as the kernel knows it, ms. */
  private static Map<String, Long> byThread(long allMs) throws IOException {
    Map<String, Long> times = new TreeMap<>();
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(THREADS)) {
      for (Path thread : threads) {
        try {
          String name = Files.readString(thread.resolve("comm")).strip();
          long id = Long.parseLong(thread.getFileName().toString());
          times.merge(name, ProcessStat.of(THREADS, id).cpuMs(), Long::sum);
        } catch (IOException e) {
          // It has ended since the directory was listed, and counts among those.
        }
      }
    }
    long living = times.values().stream().mapToLong(Long::longValue).sum();
    times.put(ENDED, Math.max(0, allMs - living));
    times.values().removeIf(ms -> ms == 0);
    return times;
  }
}
