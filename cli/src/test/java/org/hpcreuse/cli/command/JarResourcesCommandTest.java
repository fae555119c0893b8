/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.hpcreuse.protocol.ExitCodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class JarResourcesCommandTest {
  @TempDir Path dir;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void shouldNameEachFileThatIsNoClassOnce() throws IOException {
    Path first = jar("first.jar", "org/a/", "org/a/A.class", "log4j.properties", "webapps/x.html");
    Path second = jar("second.jar", "log4j.properties", "core-default.xml");

    assertThat(run(first, second)).isZero();

    assertThat(out.toString().lines())
        .containsExactly("core-default.xml", "log4j.properties", "webapps/x.html");
  }

  @Test
  void shouldNameClassesAsHotSpotDoes() throws IOException {
    Path jar =
        jar(
            "first.jar",
            "org/a/A$B.class",
            "module-info.class",
            "META-INF/versions/21/org/a/C.class",
            "log4j.properties");

    assertThat(run("--classes", jar.toString())).isZero();

    assertThat(out.toString().lines()).containsExactly("org/a/A$B");
  }

  @Test
  void shouldNameAJarThatCannotBeRead() throws IOException {
    Path broken = Files.writeString(dir.resolve("broken.jar"), "no zip");

    assertThat(run(broken)).isEqualTo(ExitCodes.FAILED);

    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).contains(broken + " cannot be read");
  }

  private int run(Path... jars) {
    return run(Stream.of(jars).map(Path::toString).toArray(String[]::new));
  }

  private int run(String... words) {
    CommandLine commands = CliMain.commandLine();
    commands.setOut(new PrintWriter(out, true));
    commands.setErr(new PrintWriter(err, true));
    return commands.execute(
        Stream.concat(Stream.of("jar-resources"), Stream.of(words)).toArray(String[]::new));
  }

  private Path jar(String name, String... entries) throws IOException {
    Path jar = dir.resolve(name);
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      for (String entry : entries) {
        zip.putNextEntry(new ZipEntry(entry));
        zip.closeEntry();
      }
    }
    return jar;
  }
}
