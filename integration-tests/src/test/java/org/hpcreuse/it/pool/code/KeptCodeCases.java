/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.ProgramJar;
import org.hpcreuse.it.harness.Waits;
import org.hpcreuse.it.harness.pool.Container;
import org.hpcreuse.it.harness.pool.Launched;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.HasState;
import org.hpcreuse.it.program.HeldByOthers;
import org.hpcreuse.it.program.MakesClass;
import org.hpcreuse.it.program.end.FailsBeforeMain;
import org.hpcreuse.protocol.ContainerSignal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A class stays and its state does not, or the class goes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class KeptCodeCases {
  private static final String CLASS = "class";

  /** The slots that are tested. */
  @RegisterExtension final PoolExtension pool;

  KeptCodeCases(PoolExtension pool) {
    this.pool = pool;
  }

  /** Of one test alone, also in its content, so that the tests have class paths of their own. */
  private Path ownJar;

  @BeforeEach
  void makeOwnJar(TestInfo test) throws IOException {
    String name = test.getTestMethod().orElseThrow().getName();
    String source = "class Own { String test = \"" + name + "\"; }";
    ownJar = ProgramJar.compiled(pool.dir(), name, "Own", source, List.of());
  }

  @Test
  void shouldUseThemForAnotherApplicationWithTheSameFiles() throws Exception {
    Outcome before = run("return");
    pool.nextApplication();

    assertThat(run("return").lines()).isEqualTo(before.lines());
  }

  @Test
  void shouldUseTheClassesOfTheContainerBeforeAsIfTheyWereNew() throws Exception {
    Outcome first = run("return");

    for (int container = 0; container < 3; container++) {
      assertThat(run("return").lines()).isEqualTo(first.lines());
    }
    assertThat(first.value("runs")).isEqualTo("1");
    assertThat(first.value("registered"))
        .isEqualTo("[by its name, by its name through reflection, by reflection, by a handle]");
    assertThat(first.value("listed")).isEqualTo("[of an interface] 1");
    assertThat(first.value("got")).isEqualTo("[shown]");
    assertThat(first.value("changed")).isEqualTo("[shown, changed]");
    assertThat(first.value("asserts")).isEqualTo("false");
  }

  @Test
  void shouldUseThemAfterAContainerThatFails() throws Exception {
    Outcome failed = run("fail");

    assertThat(failed.status()).isEqualTo(1);
    assertThat(run("return").value(CLASS)).isEqualTo(failed.value(CLASS));
  }

  @Test
  void shouldLoadWhatTheContainersBeforeHaveNotUsed() throws Exception {
    Outcome before = run("return");

    Outcome late = run("late");

    assertThat(late.value("late")).as(late.stderr()).isEqualTo("1");
    assertThat(late.value(CLASS)).isEqualTo(before.value(CLASS));
    assertThat(run("late").lines()).isEqualTo(late.lines());
  }

  @Test
  void shouldShowTheFieldsAsNewToAClassOfTheProgramsOwnLoader() throws Exception {
    Outcome first = run("loader");
    assertThat(first.value("read")).as(first.stderr()).isEqualTo("true and new");

    assertThat(run("loader").lines()).isEqualTo(first.lines());
  }

  /** The loader's own code loads it, to find a file that the agent asks for. */
  @Test
  void shouldKeepAClassThatIsLoadedWhileAnotherOneIsRewritten() throws Exception {
    Outcome first = run("search");
    assertThat(first.value("searched")).as(first.stderr()).isEqualTo("files 1");

    assertThat(run("search").lines()).isEqualTo(first.lines());
  }

  /** It counts in the field that the next container shows. */
  @Test
  void shouldNotFinaliseAnObjectInAnotherContainer() throws Exception {
    Outcome before = run("finalizer");
    assertThat(before.value("finalizer")).as(before.stderr()).isEqualTo("true");

    for (int container = 0; container < 3; container++) {
      Outcome next = run("collect");
      assertThat(next.value(CLASS)).isEqualTo(before.value(CLASS));
      assertThat(next.value("collected")).as(next.stderr()).isEqualTo("1");
    }
  }

  /** Of the framework by weak keys, of the JDK by its loader. */
  @Test
  void shouldUseThemWithoutWhatOthersHaveKeptByThem() throws Exception {
    Outcome before = pool.run(heldByOthers());
    assertThat(before.value("made")).as(before.stderr()).isEqualTo("[factory, context 1, bundle]");
    assertThat(before.value("enum")).isEqualTo("true");

    for (int container = 0; container < 2; container++) {
      assertThat(pool.run(heldByOthers()).lines()).isEqualTo(before.lines());
    }
  }

  private Container heldByOthers() throws IOException {
    return container("return")
        .mainClass(HeldByOthers.class.getName())
        .withFramework(Installation.hadoopJars());
  }

  /** As log4j does. The JDK would have the classes live as long as the loader. */
  @Test
  void shouldLetGoOfLambdasThatAContainerLinksByItself() throws Exception {
    Outcome before = run("lambdas");
    int classes = Integer.parseInt(run("lambdas").value("classes"));

    Outcome after = run("lambdas");

    assertThat(after.value(CLASS)).isEqualTo(before.value(CLASS));
    assertThat(Integer.parseInt(after.value("classes"))).isLessThan(classes + 500);
  }

  @ParameterizedTest
  @CsvSource({"hidden, hidden, true", "hiddenByHandle, hidden, true", "cleaner, cleaner, acts"})
  void shouldDropThemAfterWhatNobodyCanReset(String end, String name, String shown)
      throws Exception {
    Outcome before = run("return");

    Outcome special = run(end);
    assertThat(special.value(CLASS)).isEqualTo(before.value(CLASS));
    assertThat(special.value(name)).as(special.stderr()).isEqualTo(shown);

    Outcome next = run("return");
    assertThat(next.value(CLASS)).isNotEqualTo(special.value(CLASS));
    assertThat(next.value("runs")).isEqualTo("1");
  }

  /** Its containers would rewrite the classes, and never use them again. */
  @Test
  void shouldNotKeepThemAnyMoreWhenCleanersOutliveTheirContainers() throws Exception {
    for (int container = 0; container < 3; container++) {
      assertThat(run("cleaner").value("cleaner")).isEqualTo("acts");
    }

    assertThat(run("return").value(CLASS)).isNotEqualTo(run("return").value(CLASS));
  }

  @Test
  void shouldKeepAClassThatFailsInClassForName() throws Exception {
    Outcome before = run("forName");
    assertThat(before.value("failed")).isEqualTo("ExceptionInInitializerError");

    Outcome next = run("forName");

    assertThat(next.value("failed")).isEqualTo("ExceptionInInitializerError");
    assertThat(next.value(CLASS)).isEqualTo(before.value(CLASS));
  }

  @Test
  void shouldPrintTheStackOfAnInitialiserThatFailsAsANewJvm() throws Exception {
    for (int container = 0; container < 2; container++) {
      Outcome failed = pool.run(failing());

      assertThat(failed.status()).isEqualTo(1);
      assertThat(failed.stderr())
          .startsWith("Exception in thread \"main\" java.lang.ExceptionInInitializerError\nCaused")
          .contains("end.FailsBeforeMain.")
          .doesNotContain("java.lang.Class.", "org.hpcreuse.cleanup", "org.hpcreuse.pool");
    }
  }

  private Container failing() throws IOException {
    return container("return").mainClass(FailsBeforeMain.class.getName());
  }

  @Test
  void shouldUseThemAfterAHalt() throws Exception {
    Outcome halted = run("halt");

    Outcome next = run("return");
    assertThat(next.value(CLASS)).isEqualTo(halted.value(CLASS));
    assertThat(next.value("runs")).isEqualTo("1");
  }

  @Test
  void shouldUseThemAfterAKill() throws Exception {
    Container sleeping = container("sleep");
    Launched launched = pool.launch(sleeping);
    Waits.until("the container to sleep")
        .atMost(Waits.START)
        .until(() -> launched.soFar().stdout().contains("asserts="));
    pool.signal(sleeping.id(), ContainerSignal.KILL);
    Outcome killed = launched.outcome();

    Outcome next = run("return");
    assertThat(next.value(CLASS)).isEqualTo(killed.value(CLASS));
    assertThat(next.value("runs")).isEqualTo("1");
  }

  /** It never ends by itself. The JVM does not see that it fails. */
  @Test
  void shouldUseThemAgainAfterAKillInAnInitialiser() throws Exception {
    Container stuck = container("stuck");
    Launched launched = pool.launch(stuck);
    Waits.until("the initialiser")
        .atMost(Waits.START)
        .until(() -> launched.soFar().stdout().contains("initialiser=sleeps"));
    pool.signal(stuck.id(), ContainerSignal.KILL);
    Outcome killed = launched.outcome();

    Outcome next = run("return");
    assertThat(next.value(CLASS)).isEqualTo(killed.value(CLASS));
    assertThat(next.value("runs")).isEqualTo("1");
    assertThat(run("return").lines()).isEqualTo(next.lines());
  }

  @Test
  void shouldKeepThoseOfTwoClassPaths() throws Exception {
    Path otherJar = ProgramJar.compiled(pool.dir(), "other", "Other", "class Other {}", List.of());
    Outcome before = run("return");

    Outcome other = pool.run(container("return", otherJar));
    assertThat(other.value(CLASS)).isNotEqualTo(before.value(CLASS));
    assertThat(other.value("runs")).isEqualTo("1");

    assertThat(run("return").lines()).isEqualTo(before.lines());
    assertThat(pool.run(container("return", otherJar)).lines()).isEqualTo(other.lines());
  }

  /** The class says whose it is: a shared one would be the first container's. */
  @Test
  void shouldNeverShareAClassOfAContainersOwnDirectory() throws Exception {
    for (String name : List.of("one", "two")) {
      Container container = pool.container(HasState.class).mainClass("own.Says");
      Path own = Files.createDirectories(container.workDir().resolve("own"));
      Files.copy(says(name), own.resolve("Says.class"));

      Outcome outcome = pool.run(container.classPath(List.of(container.workDir().toString())));

      assertThat(outcome.value("name")).as(outcome.stderr()).isEqualTo(name);
    }
  }

  @Test
  void shouldNeverShareAClassThatAContainerMakesInItsOwnDirectory() throws Exception {
    for (String name : List.of("one", "two")) {
      Container container = pool.container(MakesClass.class);
      List<String> entries = new ArrayList<>(container.program().classPath());
      entries.add(0, container.workDir().toString());

      Outcome outcome =
          pool.run(container.classPath(entries).arguments(says(name).toString(), "own.Says"));

      assertThat(outcome.value("name")).as(outcome.stderr()).isEqualTo(name);
    }
  }

  /** The file of a class that says a name. */
  private Path says(String name) throws IOException {
    String source =
        "package own; public class Says { public static void main(String[] a) {"
            + " System.out.println(\"name="
            + name
            + "\"); } }";
    ProgramJar.compiled(pool.dir(), "says-" + name, "own.Says", source, List.of());
    return pool.dir().resolve("says-" + name + ".classes").resolve("own").resolve("Says.class");
  }

  /** As zstd-jni's: each container extracts a copy of its own, and the loader of all stays. */
  @Test
  void shouldKeepClassesWithTheLibraryOfACodecForAnyNumberOfContainers() throws Exception {
    String source =
        """
        package com.github.luben.zstd.util;
        import java.nio.file.Files;
        import java.nio.file.Path;
        public class Native {
          public static void main(String[] args) throws Exception {
            Path copy = Files.copy(Path.of(args[0]), Path.of("codec.so").toAbsolutePath());
            System.load(copy.toString());
            System.out.println("class=" + System.identityHashCode(Native.class));
          }
        }
        """;
    String name = "com.github.luben.zstd.util.Native";
    Path jar = ProgramJar.compiled(pool.dir(), "codec", name, source, List.of());
    Path library = Path.of(System.getProperty("java.home"), "lib", "libprefs.so");
    List<String> classes = new ArrayList<>();
    for (int i = 0; i < 70; i++) {
      Container container =
          pool.container(HasState.class)
              .mainClass(name)
              .classPath(List.of(jar.toString()))
              .arguments(library.toString());
      Outcome outcome = pool.run(container);
      assertThat(outcome.status()).as(outcome.stderr()).isZero();
      classes.add(outcome.value(CLASS));
    }
    assertThat(classes).containsOnly(classes.get(0));
    assertThat(pool.slotLogs()).doesNotContain("codec.so");
  }

  private Outcome run(String end) throws Exception {
    return pool.run(container(end));
  }

  private Container container(String end) throws IOException {
    return container(end, ownJar);
  }

  private Container container(String end, Path jar) throws IOException {
    Container container = pool.container(HasState.class).arguments(end);
    List<String> entries = new ArrayList<>(container.program().classPath());
    entries.add(jar.toString());
    return container.classPath(entries);
  }
}
