/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Entry point of {@code -javaagent:hadoop-agent.jar}. */
public final class HadoopAgent {
  static final String WAITS = "waits";

  private HadoopAgent() {}

  /**
   * Called by the JVM before main().
   *
   * @param arguments «waits» to rewrite fixed sleeps, too
   * @throws IllegalArgumentException when there are others; this ends the JVM
   */
  public static void premain(String arguments, Instrumentation instrumentation) {
    // Not for retransformation, in which classes cannot get new fields: another agent's
    // retransformation begins with what this one has made.
    HadoopTransformer transformer =
        new HadoopTransformer(rewrites(arguments), ownErrors()::println);
    LoadedFiles.of(transformer);
    instrumentation.addTransformer(transformer, false);
  }

  /** What it rewrites with these arguments. */
  static List<HadoopRewrite> rewrites(String arguments) {
    List<HadoopRewrite> rewrites = new ArrayList<>(ConfigurationRewrites.all());
    rewrites.addAll(WebappRewrites.all());
    rewrites.addAll(ProcessRewrites.all());
    rewrites.addAll(LocalContextRewrites.all());
    if (WAITS.equals(arguments)) {
      rewrites.addAll(WaitRewrites.all());
    } else if (arguments != null && !arguments.isEmpty()) {
      throw new IllegalArgumentException(
          "the agent takes " + WAITS + " or nothing, has: " + arguments);
    }
    return rewrites;
  }

  /** What descriptor 2 is now: in a slot it becomes a container's, which must not get our lines. */
  private static PrintStream ownErrors() {
    try {
      return new PrintStream(
          new FileOutputStream("/proc/self/fd/2", true), true, StandardCharsets.UTF_8);
    } catch (FileNotFoundException e) {
      return System.err; // a socket, or no /proc
    }
  }
}
