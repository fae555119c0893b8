/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.tuning;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.protocol.ExitCodes;

/** A JVM that writes an archive. */
final class JavaProcess {
  private static final int SECONDS = 300;

  private JavaProcess() {}

  /**
   * Runs it to its end.
   *
   * @param javaHome of which JDK
   * @param log receives what it prints
   * @throws BenchException when it fails or takes longer than 300 s
   */
  static void run(Path javaHome, Path log, List<String> arguments)
      throws IOException, BenchException, InterruptedException {
    List<String> line = new ArrayList<>(List.of(javaHome.resolve("bin/java").toString()));
    line.addAll(arguments);
    Process process =
        new ProcessBuilder(line)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    Thread hook = new Thread(process::destroyForcibly, "bench-archive-end");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        throw new BenchException(
            ExitCodes.FAILED, arguments.get(0) + " not done after " + SECONDS + " s; log: " + log);
      }
    } finally {
      process.destroyForcibly();
      remove(hook);
    }
    if (process.exitValue() != 0) {
      throw new BenchException(
          ExitCodes.FAILED,
          arguments.get(0) + " ended with status " + process.exitValue() + "; log: " + log);
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
