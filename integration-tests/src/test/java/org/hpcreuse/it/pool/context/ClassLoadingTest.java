/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.ProgramJar;
import org.hpcreuse.it.harness.pool.Container;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.UsesFramework;
import org.hpcreuse.protocol.FallbackReason;
import org.hpcreuse.protocol.files.FrameworkToken;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A container sees the classes that a JVM with its class path would see. */
class ClassLoadingTest {
  @RegisterExtension static final PoolExtension POOL = PoolExtension.with(Mpi.NONE);

  private static final String CONFIGURATION = "org.apache.hadoop.conf.Configuration";

  @Test
  void shouldRunTwoClassesOfOneNameInTurn() throws Exception {
    Path red = prints("red", "job.Main", "red");
    Path green = prints("green", "job.Main", "green");

    for (int i = 0; i < 20; i++) {
      boolean even = i % 2 == 0;
      Outcome outcome = run("job.Main", List.of(even ? red : green));

      assertThat(outcome.stdout()).isEqualTo((even ? "red" : "green") + " 1\n");
    }
  }

  @Test
  void shouldNotSeeTheFrameworkWhenItsClassPathDoesNotNameIt() throws Exception {
    Outcome outcome = run("Loads", List.of(loads("without", CONFIGURATION)));

    assertThat(outcome.stdout()).isEqualTo("none\n");
  }

  @Test
  void shouldSeeOnlyTheFrameworkJarsOfItsClassPath() throws Exception {
    Path common = hadoopJar("hadoop-common-");
    List<Path> one = List.of(loads("one", CONFIGURATION), common);
    String task = "org.apache.hadoop.mapred.YarnChild";
    List<Path> other = List.of(loads("other", task), common);

    assertThat(run("Loads", one).stdout()).contains("hadoop-common");
    assertThat(run("Loads", other).stdout()).isEqualTo("none\n");
  }

  @Test
  void shouldServeOwnEntriesBeforeTheFrameworkWithoutConflict() throws Exception {
    Outcome outcome = run("Loads", withFramework(loads("first", CONFIGURATION)));

    assertThat(outcome.stdout()).contains("hadoop-common");
  }

  @Test
  void shouldLoadAFrameworkForAContainerWhoseClassesReplaceIt() throws Exception {
    Path shadow =
        ProgramJar.compiled(
            POOL.dir(),
            "shadow",
            CONFIGURATION,
            "package org.apache.hadoop.conf; public class Configuration {}",
            List.of());
    List<Path> entries = new ArrayList<>(withFramework(shadow));
    entries.add(loads("shadowed", CONFIGURATION));

    assertThat(run("Loads", entries).stdout()).contains("shadow").doesNotContain("hadoop-common");
    assertThat(POOL.run(frameworkUser()).status()).isZero();
  }

  @Test
  void shouldShareTheFrameworkWithAClassThatOnlyJoinsItsPackage() throws Exception {
    String type = "org.apache.hadoop.conf.Joins";
    Path joins =
        ProgramJar.compiled(
            POOL.dir(),
            "joins",
            type,
            "package org.apache.hadoop.conf; public class Joins {"
                + " public static void main(String[] args) {"
                + " System.out.println(Configuration.class.getClassLoader().getName()); } }",
            List.of(hadoopJar("hadoop-common-")));

    assertThat(run(type, withFramework(joins)).stdout()).isEqualTo("framework\n");
  }

  @Test
  void shouldLetTheFrameworkWinWhenItComesFirst() throws Exception {
    Path shadow =
        ProgramJar.compiled(
            POOL.dir(),
            "late",
            CONFIGURATION,
            "package org.apache.hadoop.conf; public class Configuration {}",
            List.of());
    List<Path> entries = new ArrayList<>(frameworkJars());
    entries.add(shadow);
    entries.add(loads("last", CONFIGURATION));

    assertThat(run("Loads", entries).stdout()).contains("hadoop-common");
  }

  @Test
  void shouldNeverShowTheSlotsOwnClasses() throws Exception {
    for (String name :
        List.of("org.hpcreuse.pool.slot.SlotMain", "org.hpcreuse.protocol.wire.Message")) {
      Path jar = loads("peeks-" + name, name);

      assertThat(run("Loads", withFramework(jar)).stdout()).isEqualTo("none\n");
    }
  }

  @Test
  void shouldCountDeclinedContainersByReason() throws Exception {
    int before = declinedForTheFramework();
    Container container =
        POOL.container(UsesFramework.class).classPath(List.of(FrameworkToken.of("another")));

    assertThat(POOL.launch(container).declined().reason())
        .isEqualTo(FallbackReason.FRAMEWORK_CHANGED);
    assertThat(declinedForTheFramework()).isEqualTo(before + 1);
    assertThat(POOL.run(frameworkUser()).status()).isZero();
  }

  private static int declinedForTheFramework() throws Exception {
    return POOL.status().at("/launches/declined/framework-changed").asInt();
  }

  private static Container frameworkUser() throws Exception {
    return POOL.container(UsesFramework.class).withFramework(Installation.hadoopJars());
  }

  private static Container container(String mainClass, List<Path> classPath) throws Exception {
    return POOL.container(UsesFramework.class)
        .mainClass(mainClass)
        .classPath(classPath.stream().map(Path::toString).toList());
  }

  private static Outcome run(String mainClass, List<Path> classPath) throws Exception {
    Outcome outcome = POOL.run(container(mainClass, classPath));
    assertThat(outcome.status()).as(outcome.stderr()).isZero();
    return outcome;
  }

  private static List<Path> withFramework(Path first) throws Exception {
    List<Path> entries = new ArrayList<>(List.of(first));
    entries.addAll(frameworkJars());
    return entries;
  }

  private static List<Path> frameworkJars() throws Exception {
    return Installation.hadoopJars().stream().map(Path::of).toList();
  }

  private static Path hadoopJar(String prefix) throws Exception {
    return frameworkJars().stream()
        .filter(jar -> jar.getFileName().toString().matches(prefix + "[0-9.]+jar"))
        .findFirst()
        .orElseThrow();
  }

  /** A program that prints a word and how often it has run in its class. */
  private static Path prints(String jar, String name, String word) throws Exception {
    String source =
        """
        package job;
        public class Main {
          static int runs;
          public static void main(String[] args) {
            System.out.println("%s " + ++runs);
          }
        }
        """
            .formatted(word);
    return ProgramJar.compiled(POOL.dir(), jar, name, source, List.of());
  }

  /** A program that prints which jar a class comes from, or {@code none}. */
  private static Path loads(String jar, String className) throws Exception {
    String source =
        """
        public class Loads {
          public static void main(String[] args) {
            try {
              Class<?> type = Class.forName("%s");
              System.out.println(type.getProtectionDomain().getCodeSource().getLocation());
            } catch (ClassNotFoundException e) {
              System.out.println("none");
            }
          }
        }
        """
            .formatted(className);
    return ProgramJar.compiled(POOL.dir(), jar, "Loads", source, List.of());
  }
}
