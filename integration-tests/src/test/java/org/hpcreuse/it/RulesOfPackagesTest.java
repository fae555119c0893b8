/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which package of a module may use which: a package uses those in the lines above its own, never
 * one of its own line or below. «.» is the module's top package.
 */
@AnalyzeClasses(packages = "org.hpcreuse", importOptions = ImportOption.DoNotIncludeTests.class)
class RulesOfPackagesTest {
  /** ASM, under a name of its own so that it does not meet a container's. */
  private static final Pattern RELOCATED =
      Pattern.compile(
          "org\\.hpcreuse\\.(cleanup\\.agent|classloader|portaccess|hadoop)\\.asm(\\..*)?");

  /** A reader finds a class among so many. */
  private static final int MOST_CLASSES = 30;

  @ArchTest
  static void protocol(JavaClasses classes) {
    check(classes, "protocol", ". option", "files", "program", "wire");
  }

  @ArchTest
  static void nodeManager(JavaClasses classes) {
    check(classes, "nodemanager", "command files", "usage", "launch", "metrics", ".");
  }

  @ArchTest
  static void spawnBaseline(JavaClasses classes) {
    check(classes, "spawn", "container rank", "nodemanager");
  }

  @ArchTest
  static void gang(JavaClasses classes) {
    check(classes, "gang", ".", "member yarn master.core", "client master");
  }

  @ArchTest
  static void mpi(JavaClasses classes) {
    check(classes, "pool.mpi", "calls", "outputs", ".");
  }

  @ArchTest
  static void poolManager(JavaClasses classes) {
    check(classes, "pool.manager", "state", "process", "slots", "queue", "core", "server", ".");
  }

  @ArchTest
  static void slot(JavaClasses classes) {
    check(
        classes,
        "pool.slot",
        "process",
        "memory context",
        "extension",
        "framework container audit",
        ".",
        "image");
  }

  @ArchTest
  static void cleanUp(JavaClasses classes) {
    check(
        classes,
        "cleanup",
        "boot state",
        "statics boot.kept",
        "step",
        "initializer jvm.threads jvm.registries",
        "jvm.process jvm.settings",
        "hadoop",
        "agent .");
  }

  @ArchTest
  static void userCode(JavaClasses classes) {
    check(classes, "usercode", "rewriting", ".");
  }

  @ArchTest
  static void commandLine(JavaClasses classes) {
    check(classes, "cli", "terminal diagnosis head", "plan pool", "conf view", "command");
  }

  @ArchTest
  static void readOnce(JavaClasses classes) {
    check(classes, "readonce", "jdk", ".");
  }

  @ArchTest
  static void benchmarks(JavaClasses classes) {
    check(classes, "bench", "cluster", "workload", ".");
  }

  @ArchTest
  static void pageRank(JavaClasses classes) {
    check(classes, "workload.pagerank", ".", "mpi");
  }

  @ArchTest
  static void masters(JavaClasses classes) {
    check(classes, "workload.masters", ".");
  }

  @ArchTest
  static void noPackageIsCrowded(JavaClasses classes) {
    checkSizes(classes);
  }

  static void checkSizes(JavaClasses classes) {
    assertThat(
            classes.stream()
                .filter(JavaClass::isTopLevelClass)
                .filter(type -> !type.getSimpleName().equals("package-info"))
                .filter(type -> !RELOCATED.matcher(type.getPackageName()).matches())
                .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting())))
        .allSatisfy((name, size) -> assertThat(size).as(name).isLessThanOrEqualTo(MOST_CLASSES));
  }

  static void check(JavaClasses classes, String top, String... lines) {
    List<String> notYet =
        new ArrayList<>(Stream.of(lines).flatMap(line -> names(top, line)).toList());
    Set<String> all = Set.copyOf(notYet);
    Set<String> found =
        classes.stream()
            .map(JavaClass::getPackageName)
            .filter(name -> (name + ".").startsWith("org.hpcreuse." + top + "."))
            .filter(name -> !RELOCATED.matcher(name).matches())
            .collect(Collectors.toSet());
    assertThat(all).as("packages of %s that a line names", top).isEqualTo(found);
    for (String line : lines) {
      List<String> own = names(top, line).toList();
      for (String name : own) {
        String[] others = notYet.stream().filter(n -> !n.equals(name)).toArray(String[]::new);
        if (others.length > 0) {
          noClasses()
              .that()
              .resideInAPackage(name)
              .should()
              .dependOnClassesThat()
              .resideInAnyPackage(others)
              .check(classes);
        }
      }
      notYet.removeAll(own);
    }
  }

  private static Stream<String> names(String top, String line) {
    return Stream.of(line.split(" "))
        .map(name -> "org.hpcreuse." + top + (name.equals(".") ? "" : "." + name));
  }
}
