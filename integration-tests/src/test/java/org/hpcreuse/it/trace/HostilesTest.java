/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hpcreuse.it.harness.Installation;
import org.junit.jupiter.api.Test;

/** The table of hostile containers is whole, and names what there is. */
class HostilesTest {
  /** They are no programs of their own. */
  private static final Set<String> PARTS = Set.of("Ending", "NativeCall");

  @Test
  void shouldListEveryHostileContainer() throws IOException {
    Path sources = java("integration-tests/src/test", "org/hpcreuse/it/guest/hostile");
    try (Stream<Path> files = Files.list(sources)) {
      Set<String> written = files.map(HostilesTest::name).collect(Collectors.toSet());
      written.removeAll(PARTS);
      assertThat(Hostiles.all()).hasSizeGreaterThan(30);
      assertThat(Hostiles.all()).extracting(Hostile::toString).containsAll(written);
    }
  }

  @Test
  void shouldNameRemediesThatExist() throws IOException {
    Set<String> known =
        Stream.of("cleanup-agent", "pool-daemon")
            .flatMap(module -> sources(Installation.root().resolve(module + "/src/main/java")))
            .collect(Collectors.toSet());
    List<String> named = Hostiles.all().stream().flatMap(h -> h.remedies().stream()).toList();

    assertThat(known).containsAll(named);
  }

  private static Stream<String> sources(Path top) {
    try (Stream<Path> files = Files.walk(top)) {
      return files.map(HostilesTest::name).toList().stream();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Path java(String set, String packageName) {
    return Installation.root().resolve(set).resolve("java").resolve(packageName);
  }

  private static String name(Path file) {
    return file.getFileName().toString().replace(".java", "");
  }
}
