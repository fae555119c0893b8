/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.mapreduce.waits;

import java.lang.instrument.Instrumentation;

/** Entry point of {@code -javaagent:mapreduce-waits.jar}. */
public final class Agent {
  private Agent() {}

  /**
   * Called by the JVM before main().
   *
   * @param arguments none
   * @throws IllegalArgumentException when there are some; this ends the JVM
   */
  public static void premain(String arguments, Instrumentation instrumentation) {
    if (arguments != null && !arguments.isEmpty()) {
      throw new IllegalArgumentException("the agent takes no arguments, has: " + arguments);
    }
    // Not for retransformation, in which classes cannot get new fields: another agent's
    // retransformation begins with what this one has made.
    instrumentation.addTransformer(new HadoopTransformer(System.err::println), false);
  }
}
