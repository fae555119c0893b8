/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.memory;

import java.util.List;
import org.hpcreuse.cleanup.state.ReflectiveAccess;

/**
 * The JIT compiler's threads. A thread that compiles a method holds the classes which the method's
 * profile names, and so the loaders of containers, until it is done: seconds for a method with much
 * to inline. No heap dump shows that.
 *
 * <p>Asks HotSpot as {@code jcmd PID Compiler.queue} does, but without the JVM's MBean server,
 * which a container has to find as in a new process.
 */
public final class CompilerThreads {
  private static final String COMMANDS = "com.sun.management.internal.DiagnosticCommandImpl";

  /** Loads the native library that the commands are in. */
  private static final String PROVIDER = "com.sun.management.internal.PlatformMBeanProviderImpl";

  private final ReflectiveAccess commands;

  private CompilerThreads(ReflectiveAccess commands) {
    this.commands = commands;
  }

  /**
   * Makes what is needed to ask; before the baseline is taken.
   *
   * @throws ReflectiveOperationException when the JDK is not one that this is written for
   */
  public static CompilerThreads open() throws ReflectiveOperationException {
    Class.forName(PROVIDER);
    Class<?> management = Class.forName("sun.management.VMManagement");
    var constructor = Class.forName(COMMANDS).getDeclaredConstructor(management);
    constructor.setAccessible(true);
    Object jvm =
        ReflectiveAccess.ofClass(Class.forName("sun.management.ManagementFactoryHelper"))
            .get("jvm", management);
    return new CompilerThreads(ReflectiveAccess.of(constructor.newInstance(jvm)));
  }

  /** Whether a method is being compiled at this moment. */
  boolean areAtWork() {
    try {
      Object answer =
          commands.call(
              "executeDiagnosticCommand", new Class<?>[] {String.class}, "Compiler.queue");
      // "Current compiles:", one line for each, an empty line, the queues.
      List<String> lines = answer.toString().lines().toList();
      return lines.size() > 1 && !lines.get(1).isBlank();
    } catch (Exception e) {
      throw new IllegalStateException(COMMANDS + " has changed", e);
    }
  }
}
