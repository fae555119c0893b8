/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.classloader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
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

  private static NamedPieces.Piece piece(String name, int place) {
    return new NamedPieces.Piece(
        name, place, ("bytes of " + name).getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void shouldFindEachClassAndNoOther() throws IOException {
    // Of equal hashes, too: "Aa" and "BB" have the same.
    List<NamedPieces.Piece> pieces =
        IntStream.range(0, 1000)
            .mapToObj(i -> piece((i % 2 == 0 ? "p.Aa" : "p.BB") + i / 2 + "é", i))
            .toList();
    NamedPieces.write(file, "jars\nand options", pieces);

    ClassImage image = ClassImage.open(file).at(IntStream.range(100, 1100).toArray());

    assertThat(image.subject()).isEqualTo("jars\nand options");
    for (NamedPieces.Piece piece : pieces) {
      ClassImage.Found found = image.find(piece.name()).orElseThrow();
      byte[] bytes = new byte[found.bytes().remaining()];
      found.bytes().get(bytes);
      assertThat(bytes).isEqualTo(piece.bytes());
      assertThat(found.place()).isEqualTo(piece.number() + 100);
    }
    assertThat(image.find("p.Aa")).isEmpty();
    assertThat(image.find("q.Aa1é")).isEmpty();
  }

  @Test
  void shouldRefuseWhatIsCutOff() throws IOException {
    NamedPieces.write(file, "jars", List.of(piece("p.A", 0)));
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
    NamedPieces.write(file, "jars", List.of(piece("p.A", 0), piece("q.B", 1), piece("r.C", 2)));

    ClassImage image = ClassImage.open(file).at(5, -1);

    assertThat(image.find("p.A").orElseThrow().place()).isEqualTo(5);
    assertThat(image.find("q.B")).isEmpty();
    assertThat(image.find("r.C")).isEmpty();
  }

  @Test
  void shouldNotHaveAClassThatIsDamaged() throws IOException {
    NamedPieces.write(file, "jars", List.of(piece("p.A", 0)));
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
      NamedPieces.write(file, "jars", List.of(new NamedPieces.Piece("fw.Thing", 0, rewritten)));
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

  /** Jars of the image in another order, one of them gone, and one that the image does not know. */
  @Test
  void shouldKnowWhatIsInItsJars() throws Exception {
    Path first =
        Jars.in(dir).source("p.q.First", "").resource("META-INF/services/s", "1").jar("1.jar");
    Path second =
        Jars.in(dir).source("p.Second", "").resource("META-INF/services/s", "2").jar("2.jar");
    Path gone = Jars.in(dir).source("gone.Gone", "").jar("3.jar");
    Path added = Jars.in(dir).source("p.q.Added", "").resource("conf/added.xml", "4").jar("4.jar");
    FrameworkLoader read = new FrameworkLoader(List.of(first, second, gone), PARENT);
    List<NamedPieces.Piece> index = new ArrayList<>(read.indexPieces());
    index.add(ClassImage.piece("package/only.the.image", 1, 2));
    NamedPieces.write(file, "jars", List.of(ClassImage.index(index)));
    read.letGo();

    FrameworkLoader loader =
        new FrameworkLoader(
            List.of(second, added, first),
            PARENT,
            UnaryOperator.identity(),
            Optional.of(ClassImage.open(file).at(2, 0, -1)));

    assertThat(List.of("p.q.First", "p.Second", "p.q.Added")).allMatch(loader::holds);
    assertThat(List.of("gone.Gone", "p.First", "q.First")).noneMatch(loader::holds);
    assertThat(List.of("p", "p.q", "only.the.image")).allMatch(loader::holdsPackage);
    assertThat(List.of("gone", "q", "")).noneMatch(loader::holdsPackage);
    assertThat(loader.holdsPackagePrefix("p.")).isTrue();
    assertThat(loader.holdsPackagePrefix("p.q.")).isFalse();
    assertThat(loader.mayHoldResource("conf/added.xml")).isTrue();
    assertThat(loader.mayHoldResource("conf/other.xml")).isFalse();
    assertThat(Collections.list(loader.findResources("META-INF/services/s")))
        .extracting(url -> url.toExternalForm().replaceFirst("!.*", ""))
        .containsExactly("jar:" + second.toUri().toURL(), "jar:" + first.toUri().toURL());
    assertThat(loader.loadClass("p.q.First").getClassLoader()).isEqualTo(loader);
    loader.letGo();
  }

  /** A manifest's links are the image's, and the entries that they name must be there now. */
  @Test
  void shouldKnowWhatManifestsName() throws Exception {
    Path linked = Jars.in(dir).source("p.A", "").manifest("Class-Path: more.jar").jar("a.jar");
    FrameworkLoader read = new FrameworkLoader(List.of(linked), PARENT);
    NamedPieces.write(file, "jars", List.of(ClassImage.index(read.indexPieces())));
    read.letGo();
    Optional<ClassImage> image = Optional.of(ClassImage.open(file).at(0));

    try (JarIndex index = new JarIndex(List.of(linked), image)) {
      assertThat(index.namesMore()).as("more.jar is not there").isFalse();
    }
    Jars.in(dir).source("p.B", "").jar("more.jar");
    try (JarIndex index = new JarIndex(List.of(linked), image)) {
      assertThat(index.namesMore()).isTrue();
    }
  }

  private static String source(String text) {
    return "public static String text() { return \"" + text + "\"; }";
  }
}
