/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.pool.Container;
import org.hpcreuse.it.harness.pool.Fork;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.FindsClasses;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Threads of native code that attach themselves are the container's. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NativeThreadsTest {
  private static final long COMPILER_S = 60;
  private static final String OWN = FindsClasses.class.getName().replace('.', '/');
  private static final String FRAMEWORKS = "org/apache/hadoop/io/Text";

  @RegisterExtension final PoolExtension pool = PoolExtension.with(Mpi.NONE).own();

  private Path library;

  @BeforeAll
  void compile(@TempDir Path dir) throws Exception {
    Path source = dir.resolve("attaches.c");
    try (var in = NativeThreadsTest.class.getResourceAsStream("/native/attaches.c")) {
      Files.copy(in, source);
    }
    library = pool.dir().resolve("libattaches.so");
    Path headers = Path.of(Installation.javaHome().toString(), "include");
    Process compiler =
        new ProcessBuilder(
                "gcc",
                "-shared",
                "-fPIC",
                "-I" + headers,
                "-I" + headers.resolve("linux"),
                "-o",
                library.toString(),
                source.toString())
            .inheritIO()
            .start();
    try {
      assertThat(compiler.waitFor(COMPILER_S, TimeUnit.SECONDS)).as("gcc has ended").isTrue();
    } finally {
      compiler.destroyForcibly();
    }
    assertThat(compiler.exitValue()).isZero();
  }

  @Test
  void shouldFindClassesAsInAForkedJvmAndNoneOfAnotherContainer() throws Exception {
    String[] names = {"java/util/List", FRAMEWORKS, OWN, "not/There"};
    String forked = Fork.run(container(names), Installation.javaHome());
    assertThat(forked).contains("FindsClasses", "hadoop.io.Text", "none", "called true");
    long before = linked();
    for (int i = 0; i < 2; i++) {
      Outcome outcome = pool.run(container(names));

      assertThat(outcome.stdout()).as(outcome.stderr()).isEqualTo(forked);
      pool.awaitAllFree();
    }
    assertThat(linked() - before).as("slots whose JVM remembers a class").isEqualTo(2);
  }

  @Test
  void shouldKeepTheSlotWhenTheJdksClassesAreFound() throws Exception {
    long before = linked();
    Outcome outcome = pool.run(container("java/util/List", "not/There"));
    assertThat(outcome.stdout()).isEqualTo("interface java.util.List\nnone\ncalled false\n");
    pool.awaitAllFree();
    assertThat(linked()).isEqualTo(before);
  }

  private long linked() throws Exception {
    return pool.status().get("retirements").path("linked-library").asLong();
  }

  private Container container(String... names) throws Exception {
    String[] arguments = new String[names.length + 1];
    arguments[0] = library.toString();
    System.arraycopy(names, 0, arguments, 1, names.length);
    return pool.container(FindsClasses.class)
        .arguments(arguments)
        .withFramework(Installation.hadoopJars());
  }
}
