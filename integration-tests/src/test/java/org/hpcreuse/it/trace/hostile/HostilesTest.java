/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.trace.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hpcreuse.it.harness.Installation;
import org.junit.jupiter.api.Test;

/** The table of hostile containers is whole, and names what there is. */
class HostilesTest {
  private static final Pattern TYPE =
      Pattern.compile("\\b(?:class|record|enum|interface) ([A-Z]\\w*)");

  private static final Pattern PROGRAM =
      Pattern.compile("^  public static final class (\\w+)", Pattern.MULTILINE);

  @Test
  void shouldListEveryHostileContainer() throws IOException {
    Path sources = java("integration-tests/src/test", "org/hpcreuse/it/program/hostile");
    try (Stream<Path> files = Files.list(sources)) {
      List<String> written =
          files.filter(Files::isRegularFile).flatMap(file -> names(PROGRAM, file)).toList();
      assertThat(written).hasSizeGreaterThan(70);
      assertThat(Hostiles.all()).extracting(Hostile::toString).hasSameElementsAs(written);
    }
  }

  @Test
  void shouldNameRemediesThatExist() throws IOException {
    Set<String> known =
        Stream.of("cleanup-agent", "cleanup-boot", "slot")
            .flatMap(module -> sources(Installation.root().resolve(module + "/src/main/java")))
            .collect(Collectors.toSet());
    List<String> named =
        Hostiles.all().stream()
            .flatMap(hostile -> hostile.proofs().stream())
            .flatMap(proof -> proof.leftOut().stream())
            .map(remedy -> remedy.replaceFirst("\\..*", ""))
            .toList();

    assertThat(known).containsAll(named);
  }

  @Test
  void shouldProveEveryRemedyOrSayWhyNot() {
    assertThat(Hostiles.all())
        .allMatch(hostile -> hostile.proofs().isEmpty() != hostile.unseen().isEmpty());
  }

  /** Left out in {@link RemediesTest}, or in a test of its own beside it. */
  @Test
  void shouldProveEveryStep() {
    Set<String> proven =
        Hostiles.all().stream()
            .flatMap(hostile -> hostile.proofs().stream())
            .flatMap(proof -> proof.leftOut().stream())
            .collect(Collectors.toSet());
    Stream<String> named =
        Stream.of("HadoopSteps.java", "JvmSteps.java")
            .flatMap(file -> made(java("cleanup-agent/src/main", "org/hpcreuse/cleanup/" + file)));
    List<String> steps =
        named
            .distinct()
            .filter(name -> !proven.contains(name) && !hasTestThatLeavesItOut(name))
            .toList();

    assertThat(steps).as("steps that nobody leaves out").isEmpty();
  }

  /** The classes that a source file makes objects of. */
  private static Stream<String> made(Path source) {
    try {
      return Pattern.compile("new (\\w+)\\(")
          .matcher(Files.readString(source))
          .results()
          .map(match -> match.group(1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean hasTestThatLeavesItOut(String step) {
    Pattern leftOut = Pattern.compile("ithout\\([^;]*\\b" + step + "(\\.class|\")");
    try (Stream<Path> files =
        Files.walk(Installation.root().resolve("cleanup-agent/src/test/java"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (leftOut.matcher(Files.readString(file)).find()) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<String> sources(Path top) {
    try (Stream<Path> files = Files.walk(top)) {
      return files
          .filter(Files::isRegularFile)
          .flatMap(file -> names(TYPE, file))
          .toList()
          .stream();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What a file declares, nested types as well. */
  private static Stream<String> names(Pattern declaration, Path file) {
    try {
      return declaration.matcher(Files.readString(file)).results().map(type -> type.group(1));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Path java(String set, String packageName) {
    return Installation.root().resolve(set).resolve("java").resolve(packageName);
  }
}
