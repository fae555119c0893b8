/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ClassProfileTest {
  @TempDir Path dir;

  private static ClassProfile profile(boolean alone, String... classes) {
    return new ClassProfile(
        List.of(Path.of("/a b/one.jar"), Path.of("/two.jar")),
        alone,
        List.of("java.base/java.lang"),
        List.of("java.base/sun.nio.ch"),
        List.of(classes));
  }

  @Test
  void shouldReadWhatItHasWritten() throws IOException {
    Path file = dir.resolve("below/profile.txt");
    for (ClassProfile written : List.of(profile(true, "x.Y", "x.Z$1"), profile(false))) {
      written.write(file);
      assertThat(ClassProfile.read(file)).isEqualTo(written);
    }
    try (Stream<Path> files = Files.list(file.getParent())) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void shouldRefuseAnotherFile() throws IOException {
    for (String text : List.of("class x.Y\nmain Z\nend\n", "", "class x.Y\n", "jar \0\nend\n")) {
      Path file = Files.writeString(dir.resolve("other.txt"), text);
      assertThatThrownBy(() -> ClassProfile.read(file))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("other.txt is no profile of classes: ");
    }
  }

  @Test
  void shouldLeaveNothingWhenItCannotBeWritten() throws IOException {
    Path file = Files.createDirectories(dir.resolve("taken.txt/below")).getParent();

    assertThatThrownBy(() -> profile(true).write(file)).isInstanceOf(IOException.class);
    try (Stream<Path> files = Files.list(dir)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void shouldBeWhereLearnedClassesAre() {
    assertThat(ClassProfile.named(Map.of(), Path.of("/pool"), "spark"))
        .isEqualTo(Path.of("/pool/profile-spark.txt"));
    Map<String, String> learned = Map.of(Options.LEARNED_DIR.key(), "/site");
    assertThat(ClassProfile.named(learned, Path.of("/pool"), "spark"))
        .isEqualTo(Path.of("/site/profile-spark.txt"));
  }

  @Test
  void shouldHaveAShortName() {
    Path found = ClassProfile.unnamed(dir, "0123456789abcdef");

    assertThat(ClassProfile.shortName(found.toString())).isEqualTo("01234567");
    assertThat(ClassProfile.shortName("/site/profile-spark.txt")).isEqualTo("spark");
    assertThat(ClassProfile.isProfile(found)).isTrue();
    assertThat(ClassProfile.isProfile(dir.resolve("x.txt123.new"))).isFalse();
  }
}
