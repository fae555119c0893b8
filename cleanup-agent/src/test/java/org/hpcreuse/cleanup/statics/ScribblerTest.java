/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.statics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.hpcreuse.cleanup.boot.ClassHooks;
import org.hpcreuse.cleanup.state.Residue;
import org.hpcreuse.cleanup.user.UsesHadoop;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The learned classes of the pool, in a framework that nobody else uses. */
class ScribblerTest {
  private static final Path LISTS =
      Path.of("../slot/src/main/resources/org/hpcreuse/pool/slot/framework");

  private static TestFramework framework;
  private static StaticState state;

  /** Those of the lists that this module does not see. */
  private static final List<String> elsewhere = new ArrayList<>();

  @TempDir private Path directory;

  @BeforeAll
  static void warmUp() throws IOException {
    framework = new TestFramework();
    state = new StaticState(framework.classes());
    ClassHooks.install(state);
    for (String list : List.of("early-classes.txt", "warm-up-classes.txt")) {
      List<String> names = Files.readAllLines(LISTS.resolve(list));
      state.warmUp(() -> names.forEach(ScribblerTest::initialize));
    }
    assertThat(elsewhere)
        .as("classes of the lists that do not exist, except Hadoop's examples")
        .allMatch(name -> name.startsWith("org.apache.hadoop.examples."));
  }

  private static void initialize(String line) {
    if (!line.isBlank() && !line.startsWith("#")) {
      try {
        framework.initialize(line.strip());
      } catch (ClassNotFoundException | LinkageError e) {
        elsewhere.add(line);
      }
    }
  }

  @AfterEach
  void restore() {
    state.restore();
  }

  @AfterAll
  static void hearNoMore() {
    ClassHooks.install(null);
  }

  @Test
  void shouldDifferAfterUseAndNotAfterRestoring() throws Exception {
    String used = use("first");
    assertThat(unexplained()).as("after a use of Hadoop").isNotEmpty();

    state.restore();
    assertThat(unexplained()).isEmpty();
    assertThat(use("second")).isEqualTo(used);
    state.restore();
    assertThat(unexplained()).isEmpty();
  }

  @Test
  void shouldGiveBackAllThatWasScribbledOver() throws Exception {
    String used = use("before");
    state.restore();

    int written = new Scribbler(framework).scribble();
    assertThat(written).as("values written over").isGreaterThan(1_000);
    assertThat(unexplained()).hasSizeGreaterThan(500);

    state.restore();
    assertThat(unexplained()).isEmpty();
    assertThat(use("after")).isEqualTo(used);
  }

  @Test
  void shouldExplainEveryAllowedDifferenceByARule() throws Exception {
    use("rules");
    state.restore();
    assertThat(state.differences())
        .isNotEmpty()
        .extracting(difference -> difference.allowedBy().replaceFirst(": .*", ""))
        .isSubsetOf(Rules.NUMBER.name(), Rules.LATE.name(), "id");
  }

  private static List<String> unexplained() {
    return state.differences().stream()
        .filter(residue -> residue.allowedBy().isEmpty())
        .map(Residue::toString)
        .collect(Collectors.toList());
  }

  /** Runs Hadoop as a container would, by a class of a loader below the framework's. */
  private String use(String name) throws Exception {
    Path work = Files.createDirectory(directory.resolve(name));
    URL classes = UsesHadoop.class.getProtectionDomain().getCodeSource().getLocation();
    Thread thread = Thread.currentThread();
    ClassLoader context = thread.getContextClassLoader();
    try (URLClassLoader container = new URLClassLoader(new URL[] {classes}, framework)) {
      thread.setContextClassLoader(container);
      @SuppressWarnings("unchecked") // the class says so
      Function<Path, String> job =
          (Function<Path, String>)
              container
                  .loadClass(UsesHadoop.class.getName())
                  .getDeclaredConstructor()
                  .newInstance();
      return job.apply(work);
    } finally {
      thread.setContextClassLoader(context);
    }
  }
}
