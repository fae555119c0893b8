/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.harness.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.it.harness.Waits;
import org.hpcreuse.protocol.program.JavaProgram;

/** A JVM of its own for a container, as the NodeManager's stock executor forks it. */
public final class Fork {
  /** What the NodeManager adds to every java command on JDK 17 and later (ContainerLaunch). */
  private static final List<String> OPENS =
      List.of(
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-exports=java.base/sun.net.dns=ALL-UNNAMED",
          "--add-exports=java.base/sun.net.util=ALL-UNNAMED");

  private Fork() {}

  /** Runs the container to its end, which must be in order, and returns its standard output. */
  public static String run(Container container, Path javaHome)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command(container, javaHome));
    builder.environment().clear();
    builder.environment().putAll(container.environment());
    builder.directory(container.workDir().toFile());
    builder.redirectInput(new File("/dev/null"));
    builder.redirectOutput(container.stdout().toFile());
    builder.redirectError(container.stderr().toFile());
    Process process = builder.start();
    try {
      assertThat(process.waitFor(Waits.START.toSeconds(), TimeUnit.SECONDS))
          .as("end of the forked %s within %s", container.id(), Waits.START)
          .isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).as(Files.readString(container.stderr())).isZero();
    return Files.readString(container.stdout());
  }

  private static List<String> command(Container container, Path javaHome) {
    JavaProgram program = container.program();
    List<String> command = new ArrayList<>();
    command.add(javaHome.resolve("bin/java").toString());
    command.addAll(OPENS);
    command.add("-Xmx" + container.spec().heapMb() + "m");
    program.systemProperties().forEach((name, value) -> command.add("-D" + name + "=" + value));
    command.add("-cp");
    command.add(String.join(":", program.classPath()));
    command.add(program.mainClass());
    command.addAll(program.arguments());
    return command;
  }
}
