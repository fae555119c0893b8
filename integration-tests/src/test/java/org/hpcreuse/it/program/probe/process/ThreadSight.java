/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.probe.process;

import java.lang.management.ManagementFactory;
import java.lang.management.PlatformManagedObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicReference;
import org.hpcreuse.it.program.probe.report.Digest;
import org.hpcreuse.it.program.probe.report.Report;
import org.hpcreuse.it.program.probe.report.Sight;

/** The live threads by group and name, numbers left out. */
public final class ThreadSight implements Sight {
  @Override
  public void look(Report report) throws Exception {
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
    if (Runtime.version().feature() >= 24) {
      lookAtVirtual(report);
    }
  }

  /** Where such threads run, and how many at a time. */
  private static void lookAtVirtual(Report report) throws Exception {
    AtomicReference<String> carrier = new AtomicReference<>();
    Runnable look = () -> carrier.set(Thread.currentThread().toString());
    Thread thread =
        (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, look);
    thread.join();
    report.put("virtual-thread-carrier", carrier.get().replaceAll("[0-9]+", "N"));
    Class<?> scheduler = Class.forName("jdk.management.VirtualThreadSchedulerMXBean");
    Object bean =
        ManagementFactory.getPlatformMXBean(scheduler.asSubclass(PlatformManagedObject.class));
    report.put("virtual-threads-at-once", scheduler.getMethod("getParallelism").invoke(bean));
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
