/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavaProcessTest {
  private static final Duration BOUND = Duration.ofSeconds(30);
  private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));

  @TempDir Path dir;

  /** Tells its process id, and waits. */
  static final class Waits {
    private Waits() {}

    /** Is ended from outside. */
    public static void main(String[] words) throws InterruptedException {
      System.out.println("pid " + ProcessHandle.current().pid());
      TimeUnit.MINUTES.sleep(5);
    }
  }

  /** Stands for a benchmark: runs {@link Waits}. */
  static final class Runs {
    private Runs() {}

    /** The log is its argument. */
    public static void main(String[] words) throws IOException, InterruptedException {
      JavaProcess.run("it", JAVA_HOME, Path.of(words[0]), Map.of(), program(Waits.class));
    }
  }

  @Test
  void shouldTellWhatHasFailedAndWhereTheLogIs() {
    Path log = dir.resolve("log");

    assertThatThrownBy(
            () ->
                JavaProcess.run("it", JAVA_HOME, log, Map.of("A", "b"), List.of("-no-such-option")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("it ended with status 1")
        .hasMessageContaining(log.toString());
  }

  @Test
  void shouldEndTheProcessWithABenchmarkThatIsStopped() throws Exception {
    Path log = dir.resolve("log");
    List<String> line = new ArrayList<>();
    line.add(JAVA_HOME.resolve("bin/java").toString());
    line.addAll(program(Runs.class));
    line.add(log.toString());
    Process bench = new ProcessBuilder(line).inheritIO().start();
    try {
      Awaitility.await("the process of the benchmark")
          .atMost(BOUND)
          .until(() -> Files.exists(log) && Files.readString(log).startsWith("pid "));
      long pid =
          Long.parseLong(Files.readString(log).lines().findFirst().orElseThrow().substring(4));
      ProcessHandle waiting = ProcessHandle.of(pid).orElseThrow();

      bench.destroy();

      Awaitility.await("the end of the process").atMost(BOUND).until(() -> !waiting.isAlive());
      assertThat(bench.waitFor(BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } finally {
      bench.descendants().forEach(ProcessHandle::destroyForcibly);
      bench.destroyForcibly();
    }
  }

  private static List<String> program(Class<?> main) {
    return List.of("-cp", System.getProperty("java.class.path"), main.getName());
  }
}
