/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A JVM that does one thing and ends. */
public final class JavaProcess {
  private static final int SECONDS = 300;

  private JavaProcess() {}

  /**
   * Runs it to its end.
   *
   * @param name what it is, for errors
   * @param javaHome of which JDK
   * @param log receives what it prints; its directory is there
   * @param environment variables beside those of this process
   * @throws IOException when it fails or takes longer than 300 s
   */
  public static void run(
      String name, Path javaHome, Path log, Map<String, String> environment, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of(javaHome.resolve("bin/java").toString()));
    line.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(environment);
    Process process = builder.start();
    Thread hook = new Thread(process::destroyForcibly, "bench-java-end");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        throw new IOException(name + " not done after " + SECONDS + " s; log: " + log);
      }
    } finally {
      process.destroyForcibly();
      remove(hook);
    }
    if (process.exitValue() != 0) {
      throw new IOException(name + " ended with status " + process.exitValue() + "; log: " + log);
    }
  }

  private static void remove(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // This JVM is going down, and the hook has ended the process.
    }
  }
}
