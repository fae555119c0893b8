/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.hpcreuse.protocol.NotEligibleException;
import org.hpcreuse.protocol.files.JavaClassPath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JavaCommandTest {
  @TempDir private Path dir;

  private static JavaCommand parse(String... words) throws NotEligibleException {
    ShellCommand.Target none = ShellCommand.Target.INHERITED;
    CapturedLaunch launch =
        new CapturedLaunch(Map.of(), Map.of(), Map.of(), Map.of(), List.of(), "/logs");
    return JavaCommand.parse(
        new ShellCommand(List.of(words), List.of(), none, none),
        new ContainerEnvironment(launch, "/bin"));
  }

  @Test
  void shouldReadAMapsCommand() throws Exception {
    JavaCommand command =
        parse(
            "/jdk/bin/java",
            "-Djava.net.preferIPv4Stack=true",
            "-Xmx384m",
            "-Da=b=c",
            "-De",
            "org.example.Main",
            "-x",
            "1");
    assertThat(command.options().heapMb()).contains(384);
    assertThat(command.options().properties()).containsEntry("a", "b=c").containsEntry("e", "");
    assertThat(command.mainClass()).isEqualTo("org.example.Main");
    assertThat(command.arguments()).containsExactly("-x", "1");
  }

  @ParameterizedTest
  @CsvSource({
    "-Xmx1g,1024",
    "-Xmx1048577,2",
    "-Xmx2048k,2",
    "-Xmx512M,512",
    "-Xmx999999999999t,2147483647"
  })
  void shouldReadHeapSizesInMebibytesRoundedUp(String option, int mebibytes) throws Exception {
    assertThat(parse("/j/java", option, "M").options().heapMb()).contains(mebibytes);
  }

  @ParameterizedTest
  @CsvSource({"/j/java,-Xmxhidden", "hidden/java,-server", "/hidden,-server"})
  void shouldNotTellValuesThatMayComeFromTheEnvironment(String program, String option) {
    assertThatThrownBy(() -> parse(program, option, "M"))
        .isInstanceOf(NotEligibleException.class)
        .hasMessageNotContaining("hidden");
  }

  @Test
  void shouldKeepTheOptionsInOrder() throws Exception {
    JavaCommand command =
        parse(
            "/j/java",
            "-server",
            "-Da=b",
            "--add-opens",
            "a/b=ALL-UNNAMED",
            "-cp",
            "x",
            "-ea",
            "M");

    assertThat(command.options().others())
        .containsExactly("-server", "--add-opens=a/b=ALL-UNNAMED", "-ea");
    assertThat(command.classPath()).isEqualTo("x");
  }

  @Test
  void shouldExpandWildcardsInTheOrderOfTheJavaLauncher() throws Exception {
    Path jars = Files.createDirectory(dir.resolve("lib"));
    for (int i = 0; i < 40; i++) {
      Files.createFile(jars.resolve("j" + (i * 37 % 40) + (i % 3 == 0 ? ".JAR" : ".jar")));
    }
    Files.createFile(jars.resolve("notes.txt"));
    Files.createFile(jars.resolve(".jar"));
    Files.createFile(jars.resolve(".hidden.jar"));
    Files.createDirectory(dir.resolve("empty"));
    String classPath =
        dir + "/lib/*:" + dir + "/a.jar:" + dir + "/none/*:" + dir + "/empty/*:" + dir;
    Files.writeString(
        dir.resolve("P.java"),
        "class P { public static void main(String[] a) {"
            + " System.out.print(System.getProperty(\"java.class.path\")); } }");
    String bin = System.getProperty("java.home") + "/bin/";
    Process compiler =
        new ProcessBuilder(bin + "javac", "P.java").directory(dir.toFile()).inheritIO().start();
    assertThat(compiler.waitFor()).isZero();
    Process java = new ProcessBuilder(bin + "java", "-cp", classPath, "P").start();
    String real = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(JavaClassPath.expand(classPath, dir)).containsExactly(real.split(":", -1));
  }

  @Test
  void shouldTakeEmptyAndRelativeEntriesFromTheWorkingDirectory() throws Exception {
    assertThat(JavaClassPath.expand("::a/b.jar:/c/", dir))
        .containsExactly(dir.toString(), dir.toString(), dir + "/a/b.jar", "/c/");
  }
}
