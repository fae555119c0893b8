/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramTest {
  @TempDir private Path dir;

  private Path jar(String name, String mainClass) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    if (!mainClass.isEmpty()) {
      manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, mainClass);
    }
    Path jar = dir.resolve(name);
    new JarOutputStream(Files.newOutputStream(jar), manifest).close();
    return jar;
  }

  @Test
  void aJarThatNamesItsMainClass() throws Exception {
    Path jar = jar("a.jar", "org.example.Main");
    assertThat(Program.of(List.of(jar.toString(), "x", "-y"), List.of()))
        .isEqualTo(new Program("org.example.Main", List.of("x", "-y"), List.of(jar)));
  }

  @Test
  void aJarWithoutOneAndAClass() throws Exception {
    Path jar = jar("a.jar", "");
    Path more = jar("b.jar", "org.example.Unused");
    assertThat(Program.of(List.of(jar.toString(), "Main", "x"), List.of(more)))
        .isEqualTo(new Program("Main", List.of("x"), List.of(jar, more)));
    assertThatThrownBy(() -> Program.of(List.of(jar.toString()), List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("main class missing");
  }

  @Test
  void aClassOfTheClassPath() throws Exception {
    Path jar = jar("a.jar", "");
    assertThat(Program.of(List.of("Main"), List.of(jar)))
        .isEqualTo(new Program("Main", List.of(), List.of(jar)));
    assertThatThrownBy(() -> Program.of(List.of("Main"), List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("class path missing");
  }

  @Test
  void filesThatAreNotThere() {
    assertThatThrownBy(() -> Program.of(List.of("no-such.jar"), List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no-such.jar");
  }

  @Test
  void aFileThatIsNoJar() throws Exception {
    Path text = Files.writeString(dir.resolve("text.jar"), "text");
    assertThatThrownBy(() -> Program.of(List.of(text.toString()), List.of()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("text.jar");
  }
}
