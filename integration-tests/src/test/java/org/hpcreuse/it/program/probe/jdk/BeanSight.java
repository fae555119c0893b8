/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.probe.jdk;

import java.beans.Introspector;
import java.beans.PropertyEditorManager;
import java.lang.management.ManagementFactory;
import java.sql.DriverManager;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.TreeSet;
import javax.management.ObjectName;
import org.hpcreuse.it.program.probe.report.Digest;
import org.hpcreuse.it.program.probe.report.Peek;
import org.hpcreuse.it.program.probe.report.Report;
import org.hpcreuse.it.program.probe.report.Sight;

/** Managed beans, JDBC drivers, bean editors. */
public final class BeanSight implements Sight {
  @Override
  public void look(Report report) throws ReflectiveOperationException {
    TreeSet<String> names = new TreeSet<>();
    for (ObjectName name : ManagementFactory.getPlatformMBeanServer().queryNames(null, null)) {
      names.add(name.getCanonicalName());
    }
    names.forEach(name -> report.put("bean." + name, "registered"));
    report.put(
        "jdbc.drivers",
        Collections.list(DriverManager.getDrivers()).stream().map(d -> d.getClass()).toList());
    Collection<?> registered =
        (Collection<?>) Peek.at("java.sql.DriverManager", "registeredDrivers");
    report.put("jdbc.registered", registered.size());
    report.put("jdbc.timeout", DriverManager.getLoginTimeout());
    report.put("jdbc.log", DriverManager.getLogWriter() == null);
    report.put("editors.path", Arrays.toString(PropertyEditorManager.getEditorSearchPath()));
    report.put("editors.int", Digest.of(PropertyEditorManager.findEditor(Integer.TYPE), 0));
    report.put("editors.string", PropertyEditorManager.findEditor(StringBuilder.class) == null);
    report.put("introspector.path", Arrays.toString(Introspector.getBeanInfoSearchPath()));
    report.put("memory.verbose", ManagementFactory.getMemoryMXBean().isVerbose());
    report.put("classes.verbose", ManagementFactory.getClassLoadingMXBean().isVerbose());
    var threads = ManagementFactory.getThreadMXBean();
    report.put("threads.contention", threads.isThreadContentionMonitoringEnabled());
    report.put("threads.cpu", threads.isThreadCpuTimeEnabled());
    report.put(
        "threads.allocated",
        ((com.sun.management.ThreadMXBean) threads).isThreadAllocatedMemoryEnabled());
    report.put("memory.thresholds", thresholds());
    report.put("bean-listeners", listeners());
    report.put("preferences", preferences());
  }

  /** Of the MBean server's delegate: they hear of every bean. */
  private static int listeners() throws ReflectiveOperationException {
    Object server = ManagementFactory.getPlatformMBeanServer();
    Object delegate = Peek.in(server, "mBeanServerDelegateObject");
    Object broadcaster = Peek.in(delegate, "broadcaster");
    return ((Collection<?>) Peek.in(broadcaster, "listenerList")).size();
  }

  /** Whether there is a tree, without making one. */
  private static String preferences() throws ReflectiveOperationException {
    Class<?> owner = Class.forName("java.util.prefs.FileSystemPreferences", false, null);
    return Peek.read(null, owner.getDeclaredField("userRoot")) == null ? "none" : "a tree";
  }

  private static Object thresholds() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.isUsageThresholdSupported())
        .mapToLong(pool -> pool.getUsageThreshold())
        .sum();
  }
}
