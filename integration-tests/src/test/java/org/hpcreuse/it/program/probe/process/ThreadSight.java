/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.probe.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ForkJoinPool;
import org.hpcreuse.it.program.probe.report.Digest;
import org.hpcreuse.it.program.probe.report.Report;
import org.hpcreuse.it.program.probe.report.Sight;

/** The live threads by group and name, numbers left out. */
public final class ThreadSight implements Sight {
  @Override
  public void look(Report report) {
    Map<String, List<String>> kinds = new TreeMap<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      ThreadGroup group = thread.getThreadGroup();
      if (group != null) {
        String name = thread.getName().replaceAll("[0-9]+", "N");
        String key = "thread." + group.getName() + "/" + name;
        kinds.computeIfAbsent(key, k -> new ArrayList<>()).add(state(thread));
      }
    }
    kinds.values().forEach(states -> states.sort(null));
    kinds.forEach(report::put);
    report.put("common-pool", ForkJoinPool.commonPool().getParallelism());
  }

  private static String state(Thread thread) {
    ClassLoader context = thread.getContextClassLoader();
    String loader =
        context == ThreadSight.class.getClassLoader() ? "own" : Digest.of(name(context), 0);
    boolean own = thread.getUncaughtExceptionHandler() != thread.getThreadGroup();
    return loader
        + (own ? " handler" : "")
        + " daemon="
        + thread.isDaemon()
        + " priority="
        + thread.getPriority();
  }

  private static String name(ClassLoader loader) {
    return loader == null ? "none" : Digest.name(loader.getClass());
  }
}
