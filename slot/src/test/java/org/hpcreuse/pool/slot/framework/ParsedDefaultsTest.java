/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.framework;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.hpcreuse.classloader.ClassImage;
import org.hpcreuse.classloader.FrameworkLoader;
import org.hpcreuse.classloader.NamedPieces;
import org.hpcreuse.hadoop.Property;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParsedDefaultsTest {
  private static final List<Property> CORE =
      List.of(
          new Property("fs.defaultFS", "file:///", false, null, List.of()),
          new Property("tëxt", "", true, "HDFS,YARN", List.of("a.xml", "b.xml")),
          new Property(null, null, false, "x".repeat(70_000), List.of()));

  @TempDir Path dir;
  private FrameworkLoader loader;

  @BeforeEach
  void setUp() throws IOException {
    loader = framework(jar("other.jar", "other.xml"), jar("core.jar", "core.xml"));
  }

  @AfterEach
  void tearDown() throws IOException {
    loader.letGo();
  }

  private static FrameworkLoader framework(Path... jars) throws IOException {
    return new FrameworkLoader(List.of(jars), ClassLoader.getPlatformClassLoader());
  }

  private Path jar(String name, String entry) throws IOException {
    Path path = dir.resolve(name);
    try (OutputStream out = Files.newOutputStream(path);
        ZipOutputStream jar = new ZipOutputStream(out)) {
      jar.putNextEntry(new ZipEntry(entry));
    }
    return path;
  }

  private ClassImage image() throws IOException {
    String url = loader.getResource("core.xml").toExternalForm();
    Path file = dir.resolve("classes.bin");
    List<NamedPieces.Piece> index = ParsedDefaults.pieces(loader, Map.of(url, CORE));
    NamedPieces.write(file, "jars", List.of(ClassImage.index(index)));
    return ClassImage.open(file);
  }

  @Test
  void shouldReadWhatWasParsed() throws IOException {
    ClassImage image = image();

    Map<String, List<Property>> files = ParsedDefaults.read(image.at(0, 1), loader);

    assertThat(files).containsOnlyKeys(loader.getResource("core.xml").toExternalForm());
    assertThat(files.values()).containsExactly(CORE);
  }

  @Test
  void shouldReadNothingForAnotherJarsFile() throws IOException {
    ClassImage image = image();

    assertThat(ParsedDefaults.read(image.at(0, -1), loader)).as("no such jar").isEmpty();
    FrameworkLoader hidden =
        framework(jar("new.jar", "core.xml"), dir.resolve("other.jar"), dir.resolve("core.jar"));
    assertThat(ParsedDefaults.read(image.at(1, 2), hidden)).as("another jar first").isEmpty();
    hidden.letGo();
  }
}
