/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.guest.probe;

import java.lang.reflect.InvocationTargetException;
import java.util.List;

/**
 * Prints all that a container can see of its process, {@code key=value}, a line each, sorted. With
 * the name of a program as argument that program's main() runs before it in the same process: what
 * its successor would see if nothing were released.
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
          new StaticsSight(),
          new DescriptorSight());

  private Probe() {}

  /** Looks and prints. */
  public static void main(String[] args) throws ReflectiveOperationException {
    if (args.length > 0) {
      runFirst(args[0]);
    }
    Report report = new Report();
    for (Sight sight : SIGHTS) {
      look(sight, report);
    }
    report.print(System.out);
    // Without it a non-daemon thread left by the first program would keep the process.
    System.exit(0);
  }

  private static void runFirst(String program) throws ReflectiveOperationException {
    try {
      Class.forName(program)
          .getMethod("main", String[].class)
          .invoke(null, (Object) new String[] {"stay"});
    } catch (InvocationTargetException e) {
      System.err.println(program + " ended with " + e.getCause());
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
