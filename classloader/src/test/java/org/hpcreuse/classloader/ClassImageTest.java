/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.classloader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassImageTest {
  private static final ClassLoader PARENT =
      new SharedApiLoader(ClassImageTest.class.getClassLoader());

  @TempDir Path dir;
  private Path file;

  @BeforeEach
  void setUp() {
    file = dir.resolve("classes.bin");
  }

  private static ClassImage.Piece piece(String name, int place) {
    return new ClassImage.Piece(name, place, ("bytes of " + name).getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void shouldFindEachClassAndNoOther() throws IOException {
    // Of equal hashes, too: "Aa" and "BB" have the same.
    List<ClassImage.Piece> pieces =
        IntStream.range(0, 1000)
            .mapToObj(i -> piece((i % 2 == 0 ? "p.Aa" : "p.BB") + i / 2 + "é", i))
            .toList();
    ClassImage.write(file, "jars\nand options", pieces);

    ClassImage image = ClassImage.open(file).at(IntStream.range(100, 1100).toArray());

    assertThat(image.subject()).isEqualTo("jars\nand options");
    for (ClassImage.Piece piece : pieces) {
      ClassImage.Found found = image.find(piece.name()).orElseThrow();
      byte[] bytes = new byte[found.bytes().remaining()];
      found.bytes().get(bytes);
      assertThat(bytes).isEqualTo(piece.bytes());
      assertThat(found.place()).isEqualTo(piece.jar() + 100);
    }
    assertThat(image.find("p.Aa")).isEmpty();
    assertThat(image.find("q.Aa1é")).isEmpty();
  }

  @Test
  void shouldRefuseWhatIsCutOff() throws IOException {
    ClassImage.write(file, "jars", List.of(piece("p.A", 0)));
    byte[] whole = Files.readAllBytes(file);
    for (int length : new int[] {0, 3, 8, whole.length - 1}) {
      Files.write(file, Arrays.copyOf(whole, length));

      assertThatThrownBy(() -> ClassImage.open(file))
          .as("%d of %d bytes", length, whole.length)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("no whole image");
    }
  }

  @Test
  void shouldNotHaveClassesOfJarsThatAreNotThere() throws IOException {
    ClassImage.write(file, "jars", List.of(piece("p.A", 0), piece("q.B", 1), piece("r.C", 2)));

    ClassImage image = ClassImage.open(file).at(5, -1);

    assertThat(image.find("p.A").orElseThrow().place()).isEqualTo(5);
    assertThat(image.find("q.B")).isEmpty();
    assertThat(image.find("r.C")).isEmpty();
  }

  @Test
  void shouldNotHaveAClassThatIsDamaged() throws IOException {
    ClassImage.write(file, "jars", List.of(piece("p.A", 0)));
    byte[] whole = Files.readAllBytes(file);
    whole[whole.length - 1]++;
    Files.write(file, whole);

    assertThat(ClassImage.open(file).at(0).find("p.A")).isEmpty();
  }

  /** The class of the image says «rewritten», that of the jar does not. */
  @Test
  void shouldDefineTheFrameworksClassesFromIt() throws Exception {
    Path jar = Jars.in(dir).source("fw.Thing", source("of the jar")).jar("fw.jar");
    Path other = Jars.in(dir).source("fw.Thing", source("rewritten")).jar("other.jar");
    try (JarIndex index = new JarIndex(List.of(other))) {
      byte[] rewritten = index.find("fw.Thing").orElseThrow().bytes();
      ClassImage.write(file, "jars", List.of(new ClassImage.Piece("fw.Thing", 0, rewritten)));
    }
    FrameworkLoader loader =
        new FrameworkLoader(
            List.of(jar),
            PARENT,
            UnaryOperator.identity(),
            Optional.of(ClassImage.open(file).at(0)));

    Class<?> type = loader.loadClass("fw.Thing");

    assertThat(type.getMethod("text").invoke(null)).isEqualTo("rewritten");
    assertThat(type.getProtectionDomain().getCodeSource().getLocation())
        .isEqualTo(jar.toUri().toURL());
    assertThat(type.getPackage().getName()).isEqualTo("fw");
    assertThat(loader.defined()).containsExactly(type);
    assertThat(IndexedLoader.isFromImage(loader, "fw/Thing")).as("only meanwhile").isFalse();
    loader.letGo();
  }

  private static String source(String text) {
    return "public static String text() { return \"" + text + "\"; }";
  }
}
