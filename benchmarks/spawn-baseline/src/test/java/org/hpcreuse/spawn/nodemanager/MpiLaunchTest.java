/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.spawn.nodemanager;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MpiLaunchTest {
  private static final String MAIN = "org.hpcreuse.spawn.container.MpiMain ";

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "$JAVA_HOME/bin/java -Xmx500m -Djava.io.tmpdir=$PWD/tmp # a.b.YarnChild 127.0.0.1 4 1>out",
        "/opt/jdk/bin/java -ea --add-opens=java.base/java.lang=ALL-UNNAMED # Main",
        "java # a.Outer$Inner x -cp y",
      })
  void shouldPutItsMainClassBeforeThatOfAJavaCommand(String options, String rest) {
    String[] words = (options + " " + rest).split(" ", -1);

    assertThat(MpiLaunch.command(List.of(words))).contains(List.of(options + " " + MAIN + rest));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "echo 42",
        "javac a.b.Main",
        "sleep 1 && java a.b.Main",
        "java -cp lib a.b.Main",
        "java -jar a.jar",
        "java --module a.b/c.Main",
        "java --add-modules java.sql a.b.Main",
        "java -Dx='a b c' a.b.Main",
        "java -Dx=$(date) a.b.Main",
        "java @options a.b.Main",
        "java -version",
        "java a-b",
      })
  void shouldLeaveEveryOtherCommandAlone(String command) {
    assertThat(MpiLaunch.command(List.of(command))).isEmpty();
  }

  @Test
  void shouldPutWhatMpiNeedsAfterWhatTheContainerHas() {
    assertThat(
            MpiLaunch.environment(
                Map.of("CLASSPATH", "$PWD:x/*", "LD_LIBRARY_PATH", "$PWD", "A", "b"),
                "s.jar:mpi.jar",
                "/mpi",
                Map.of("LD_LIBRARY_PATH", "/n")))
        .isEqualTo(
            Map.of(
                "CLASSPATH", "$PWD:x/*:s.jar:mpi.jar", "LD_LIBRARY_PATH", "$PWD:/mpi", "A", "b"));
  }

  @Test
  void shouldPutWhatMpiNeedsAfterWhatTheContainerInherits() {
    assertThat(MpiLaunch.environment(Map.of(), "s.jar", "/mpi", Map.of()))
        .isEqualTo(Map.of("CLASSPATH", ".:s.jar", "LD_LIBRARY_PATH", "/mpi"));
    assertThat(
            MpiLaunch.environment(
                Map.of(), "s.jar", "/mpi", Map.of("CLASSPATH", "c", "LD_LIBRARY_PATH", "/n")))
        .isEqualTo(Map.of("CLASSPATH", "c:s.jar", "LD_LIBRARY_PATH", "/n:/mpi"));
  }

  @Test
  void shouldFindItsMainClassInTheScriptAlone(@TempDir Path dir) throws IOException {
    assertThat(MpiLaunch.isIn(dir)).isFalse();
    Files.writeString(dir.resolve("launch_container.sh"), "exec java Main\n");
    assertThat(MpiLaunch.isIn(dir)).isFalse();
    Files.writeString(dir.resolve("launch_container.sh"), "exec java " + MAIN + "Main\n");
    assertThat(MpiLaunch.isIn(dir)).isTrue();
  }
}
