/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.diagnosis;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** What the threads of a JVM are doing, by the JDK's jcmd. */
public final class ThreadDumps {
  /** A JVM that is frozen or thrashing does not answer. */
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final Path jcmd;

  public ThreadDumps(Path javaHome) {
    jcmd = javaHome.resolve("bin").resolve("jcmd");
  }

  /** The dump, or why there is none. */
  public String of(long pid) throws IOException, InterruptedException {
    Path output = Files.createTempFile("hpc-reuse-diag", ".txt");
    try {
      Process process =
          new ProcessBuilder(jcmd.toString(), Long.toString(pid), "Thread.print", "-l")
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      if (!process.waitFor(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
        return "process " + pid + " has not answered " + jcmd + " within " + TIMEOUT + "\n";
      }
      return Files.readString(output, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "no thread dump of " + pid + ": " + e.getMessage() + "\n";
    } finally {
      Files.deleteIfExists(output);
    }
  }
}
