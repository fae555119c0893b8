/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.Waits;
import org.hpcreuse.it.harness.pool.Container;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.Streams;
import org.hpcreuse.it.program.UsesFramework;
import org.hpcreuse.it.program.end.Exits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A warm slot starts no process of its own, Hadoop's hidden chmod and ls included. */
class NoProcessTest {
  @RegisterExtension static final PoolExtension POOL = PoolExtension.with(Mpi.OPEN_MPI);

  @Test
  void shouldStartNoProcessForHadoopsLocalFileSystem() throws Exception {
    List<String> executed = executedDuring(frameworkUser());

    assertThat(executed).isEmpty();
  }

  @Test
  void shouldSeeTheProcessThatAContainerStartsItself() throws Exception {
    List<String> executed = executedDuring(POOL.container(Streams.class).arguments("child"));

    assertThat(executed).isNotEmpty();
  }

  @Test
  void shouldSetAndShowPermissionsAsHadoopDoes() throws Exception {
    Outcome outcome = POOL.run(frameworkUser());

    String user = System.getProperty("user.name");
    assertThat(outcome.lines())
        .containsExactlyInAnyOrder(
            "directory rwxr-x--- " + user, "file rw-r----- " + user, "copy rw-r--r-- " + user);
  }

  private static Container frameworkUser() throws IOException {
    return POOL.container(UsesFramework.class).withFramework(Installation.hadoopJars());
  }

  /** The execve calls of the slot and its children while it runs a container. */
  private static List<String> executedDuring(Container container) throws Exception {
    Outcome warm = POOL.run(POOL.container(Exits.class).arguments("return", "0"));
    POOL.awaitAllFree();
    Path trace = Files.createTempFile(POOL.dir(), "trace", ".txt");
    Path messages = Files.createTempFile(POOL.dir(), "strace", ".txt");
    Process strace = start(trace, messages, warm.assigned().slotPid());
    try {
      Waits.until("strace to attach to the slot")
          .until(() -> !strace.isAlive() || Files.readString(messages).contains("attached"));
      assumeTrue(
          strace.isAlive(), () -> "strace cannot attach (ptrace not permitted?): " + messages);
      assertThat(POOL.run(container).status()).isZero();
      POOL.awaitAllFree();
    } finally {
      strace.destroy();
      if (!strace.waitFor(Waits.SOON.toSeconds(), TimeUnit.SECONDS)) {
        strace.destroyForcibly();
      }
    }
    return Files.readAllLines(trace).stream().filter(line -> line.contains("execve(")).toList();
  }

  private static Process start(Path trace, Path messages, long pid) throws IOException {
    Path strace = Path.of("/usr/bin/strace");
    assumeTrue(Files.isExecutable(strace), "strace is missing; bin/hpc-reuse test installs it");
    return new ProcessBuilder(
            strace.toString(),
            "-f",
            "-e",
            "trace=execve",
            "-o",
            trace.toString(),
            "-p",
            Long.toString(pid))
        .redirectErrorStream(true)
        .redirectOutput(messages.toFile())
        .start();
  }
}
