/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.probe.process;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.hpcreuse.it.program.hostile.NativeCall;
import org.hpcreuse.it.program.probe.report.Digest;
import org.hpcreuse.it.program.probe.report.Peek;
import org.hpcreuse.it.program.probe.report.Report;
import org.hpcreuse.it.program.probe.report.Sight;

/** What the kernel and the JVM say of the process: masks, signals, limits, children, size. */
public final class ProcessSight implements Sight {
  private static final Set<String> LINES =
      Set.of(
          "Umask",
          "SigIgn",
          "SigCgt",
          "NoNewPrivs",
          "Seccomp",
          "CapEff",
          "Groups",
          "Uid",
          "Cpus_allowed_list",
          "VmLck");

  private static final int CTYPE = 0;
  private static final Duration YOUNG = Duration.ofSeconds(10);
  private static final int INTERVAL_TIMERS = 3;

  @Override
  public void look(Report report) throws IOException, ReflectiveOperationException {
    for (String line :
        Files.readAllLines(Path.of("/proc/self/status"), StandardCharsets.ISO_8859_1)) {
      String name = line.substring(0, Math.max(0, line.indexOf(':')));
      if (LINES.contains(name)) {
        report.put("process." + name, line.substring(name.length() + 1).strip());
      }
    }
    for (String line : Files.readAllLines(Path.of("/proc/self/limits"))) {
      report.put("process.limit." + line.substring(0, 25).strip(), line.substring(26).strip());
    }
    report.put("process.name", name());
    report.put("process.oom", Files.readString(Path.of("/proc/self/oom_score_adj")).strip());
    report.put("process.nice", stat(18));
    report.put("process.timers", timers());
    report.put("process.locale", NativeCall.text("setlocale", CTYPE, null));
    report.put("process.children", ProcessHandle.current().children().count());
    report.put("process.heap", Runtime.getRuntime().maxMemory());
    Runtime runtime = Runtime.getRuntime();
    MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    report.put(
        "process.heap-fits",
        runtime.totalMemory() <= runtime.maxMemory()
            && runtime.freeMemory() <= runtime.totalMemory()
            && heap.getCommitted() <= heap.getMax());
    report.put(
        "process.young", ManagementFactory.getRuntimeMXBean().getUptime() < YOUNG.toMillis());
    report.put("process.processors", Runtime.getRuntime().availableProcessors());
    Map<?, ?> handlers = (Map<?, ?>) Peek.at("jdk.internal.misc.Signal", "handlers");
    handlers.forEach(
        (signal, handler) -> report.put("signal." + signal, Digest.name(handler.getClass())));
  }

  /** Those that run, of all that the kernel has. */
  private static String timers() throws IOException {
    int running = 0;
    for (int which = 0; which < INTERVAL_TIMERS; which++) {
      long[] timer = new long[4];
      NativeCall.of("getitimer", which, timer);
      running += timer[2] == 0 && timer[3] == 0 ? 0 : 1;
    }
    Path created = Path.of("/proc/self/timers");
    return running + " " + (Files.exists(created) ? Files.readAllLines(created).size() : 0);
  }

  private static String name() throws IOException {
    return Files.readString(Path.of("/proc/self/comm"), StandardCharsets.ISO_8859_1).strip();
  }

  /** One field of /proc/self/stat, counted from 0 as in proc(5). */
  private static String stat(int field) throws IOException {
    String stat = Files.readString(Path.of("/proc/self/stat"), StandardCharsets.ISO_8859_1);
    return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[field - 2];
  }
}
