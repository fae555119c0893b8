/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdkImageTest {
  private static final byte[] EARLY = bytes("early, from the archive");
  private static final byte[] LATE = bytes("late");
  private static final byte[] SAME = bytes("same");

  @TempDir Path dir;
  private Path file;

  @BeforeEach
  void setUp() {
    file = dir.resolve("jdk.bin");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** As a JVM records it: «Own» is loaded before the last agent can see it. */
  private void write() throws IOException {
    JdkImage image = JdkImage.of("record");
    image.find("Early", true, EARLY);
    for (String name : new String[] {"Late", "Own", "OfOther"}) {
      image.find(name, false, LATE);
      image.find(name, true, LATE);
    }
    image.find("Same", false, SAME);
    image.find("Same", true, SAME);
    image.rewritten("Own", false, bytes("own as loaded"));
    image.write(
        file,
        Map.of("Late", bytes("late as loaded"), "Same", SAME),
        Map.of(
            "Early", bytes("early again"),
            "Late", bytes("late again"),
            "Own", bytes("own again"),
            "OfOther", bytes("of another agent"),
            "Same", SAME));
  }

  @Test
  void shouldGiveWhatWasMadeOfTheSameFile() throws IOException {
    write();

    JdkImage image = JdkImage.of("image=" + file);

    assertThat(image.find("Early", true, EARLY)).isEqualTo(bytes("early again"));
    assertThat(image.find("Late", false, LATE)).isEqualTo(bytes("late as loaded"));
    assertThat(image.find("Late", true, LATE)).as("again").isEqualTo(bytes("late as loaded"));
    assertThat(image.find("Own", false, LATE)).isEqualTo(bytes("own as loaded"));
    assertThat(image.find("OfOther", false, LATE)).isEqualTo(bytes("of another agent"));
    assertThat(image.find("Early", false, EARLY)).as("loaded later than there").isNull();
    assertThat(image.find("Late", false, bytes("other"))).as("another file").isNull();
    assertThat(image.find("Same", false, SAME)).as("as it was").isNull();
    assertThat(image.missed()).isEmpty();
    image.rewritten("Late", false, LATE);
    assertThat(image.missed()).containsExactly("Late");
  }

  @Test
  void shouldHaveNothingWhenTheFileIsNotWhole() throws IOException {
    write();
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length / 2));

    assertThat(JdkImage.of("image=" + file).find("Late", false, LATE)).isNull();
    assertThat(JdkImage.of("image=" + dir.resolve("none")).find("Late", false, LATE)).isNull();
  }

  @Test
  void shouldRefuseAnotherArgument() {
    assertThatThrownBy(() -> JdkImage.of("images=x"))
        .hasMessageContaining("images=x")
        .hasMessageContaining("record");
  }
}
