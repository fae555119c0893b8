/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.readonce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import org.hpcreuse.readonce.jdk.JdkImage;
import org.junit.jupiter.api.Test;

class PropertyNamesTest {
  private static final Path HOME = Path.of(System.getProperty("java.home"));

  /** Names may go with an update of a JDK; one that comes must be in the list. */
  @Test
  void shouldHoldNoNameThatTheExecutorsListLacks() throws IOException {
    String list =
        "/org/hpcreuse/protocol/program/properties-jdk-" + JdkImage.feature(HOME) + ".txt";
    List<String> known;
    try (InputStream in = getClass().getResourceAsStream(list)) {
      known = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }

    assertThat(known).as("java -jar read-once.jar writes it").containsAll(PropertyNames.in(HOME));
  }

  @Test
  void shouldFindNamesInClassesAndInLibraries() throws IOException {
    SortedSet<String> names = PropertyNames.in(HOME);

    assertThat(names)
        .contains(
            "jdk.net.hosts.file",
            "sun.nio.PageAlignDirectMemory",
            "sun.rt.",
            "java.security.egd",
            "java.util.concurrent.ForkJoinPool.common.parallelism",
            "jdk.util.zip.disableZip64ExtraFieldValidation")
        .doesNotContain("jdk.reflect.useDirectMethodHandle", "sun.misc.Unsafe", "sun.nio.ch.Util");
  }
}
