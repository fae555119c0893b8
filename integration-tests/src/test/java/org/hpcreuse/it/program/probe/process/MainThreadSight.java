/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.probe.process;

import org.hpcreuse.it.program.probe.report.Peek;
import org.hpcreuse.it.program.probe.report.Report;
import org.hpcreuse.it.program.probe.report.Sight;

/** The thread that runs main(), and its group. */
public final class MainThreadSight implements Sight {
  @Override
  @SuppressWarnings("removal") // while it is there a container can set it
  public void look(Report report) throws ReflectiveOperationException {
    Thread main = Thread.currentThread();
    report.put("main.interrupted", main.isInterrupted());
    report.put("main.name", main.getName());
    report.put("main.priority", main.getPriority());
    report.put("main.daemon", main.isDaemon());
    report.put("main.group", main.getThreadGroup().getName());
    report.put("main.group-priority", main.getThreadGroup().getMaxPriority());
    report.put("main.group-daemon", main.getThreadGroup().isDaemon());
    report.put("main.group-parent", main.getThreadGroup().getParent().getName());
    report.put("main.inheritable", Peek.in(main, "inheritableThreadLocals") == null);
    report.put("main.handler", main.getUncaughtExceptionHandler() == main.getThreadGroup());
  }
}
