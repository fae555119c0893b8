/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.probe;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.List;
import org.hpcreuse.it.program.probe.framework.HadoopSight;
import org.hpcreuse.it.program.probe.framework.InitialisedClasses;
import org.hpcreuse.it.program.probe.framework.LoaderSight;
import org.hpcreuse.it.program.probe.framework.Log4jSight;
import org.hpcreuse.it.program.probe.framework.StaticsSight;
import org.hpcreuse.it.program.probe.jdk.BeanSight;
import org.hpcreuse.it.program.probe.jdk.ConnectionSight;
import org.hpcreuse.it.program.probe.jdk.ExitSight;
import org.hpcreuse.it.program.probe.jdk.HandlerSight;
import org.hpcreuse.it.program.probe.jdk.JavaLoggingSight;
import org.hpcreuse.it.program.probe.jdk.LocaleSight;
import org.hpcreuse.it.program.probe.jdk.PropertySight;
import org.hpcreuse.it.program.probe.jdk.ReadOnceSight;
import org.hpcreuse.it.program.probe.jdk.SecuritySight;
import org.hpcreuse.it.program.probe.process.DescriptorSight;
import org.hpcreuse.it.program.probe.process.DirectorySight;
import org.hpcreuse.it.program.probe.process.EnvironmentSight;
import org.hpcreuse.it.program.probe.process.MainThreadSight;
import org.hpcreuse.it.program.probe.process.ProcessSight;
import org.hpcreuse.it.program.probe.process.StreamSight;
import org.hpcreuse.it.program.probe.process.ThreadSight;
import org.hpcreuse.it.program.probe.report.Report;
import org.hpcreuse.it.program.probe.report.Sight;

/**
 * Writes down all that a container can see of its process, {@code key=value}, a line each, sorted.
 * Its first argument is the file. With the name of a program as the second one that program's
 * main() runs before it in the same thread. When the property {@value #LEFT_OUT} names a directory
 * the files in it are deleted at the end.
 */
public final class Probe {
  private static final List<Sight> SIGHTS =
      List.of(
          new MainThreadSight(),
          new ThreadSight(),
          new InitialisedClasses(),
          new EnvironmentSight(),
          new PropertySight(),
          new DirectorySight(),
          new LocaleSight(),
          new HandlerSight(),
          new ConnectionSight(),
          new SecuritySight(),
          new BeanSight(),
          new JavaLoggingSight(),
          new ExitSight(),
          new StreamSight(),
          new ProcessSight(),
          new LoaderSight(),
          new HadoopSight(),
          new Log4jSight(),
          new ReadOnceSight(),
          new StaticsSight(),
          new DescriptorSight());

  /** Where the names of what a slot leaves out are kept, in tests that leave something out. */
  public static final String LEFT_OUT = "probe.left-out";

  private Probe() {}

  /** Looks and writes. */
  public static void main(String[] args) throws IOException, ReflectiveOperationException {
    if (args.length > 1) {
      runFirst(args[1]);
    }
    Report report = new Report();
    for (Sight sight : SIGHTS) {
      look(sight, report);
    }
    report.write(Path.of(args[0]));
    leaveNothingOut();
    // Without it a non-daemon thread left by the first program would keep the process.
    System.exit(0);
  }

  private static void runFirst(String program) throws ReflectiveOperationException {
    try {
      Class.forName(program).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
    } catch (InvocationTargetException e) {
      System.err.println(program + " ended with " + e.getCause());
    }
  }

  private static void leaveNothingOut() {
    File[] names = new File(System.getProperty(LEFT_OUT, "")).listFiles();
    for (File name : names == null ? new File[0] : names) {
      name.delete();
    }
  }

  private static void look(Sight sight, Report report) {
    try {
      sight.look(report);
    } catch (Exception | LinkageError e) {
      report.put("failed." + sight.getClass().getSimpleName(), e);
    }
  }
}
