/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.hpcreuse.protocol.FallbackReason;
import org.hpcreuse.protocol.NotEligibleException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShellTest {
  private static final Map<String, String> ENVIRONMENT =
      Map.of("A", "/opt/a", "B", "x y*", "E", "", "Q", "a\"b'c\\d$A");
  private static final String[] PIECES = {
    "$A",
    "${A}",
    "${B}",
    "${E:-d/e}",
    "${N:-$A}",
    "$N",
    "\\$A",
    "\\\"",
    "\\\\",
    "\\`",
    "'",
    " ",
    "  ",
    "word",
    "/x",
    "=",
    "$ ",
    "\\n",
    "-Dk=",
    "%p",
    "@",
    ":",
    "\"ab\"",
    "#",
    "~",
    "*",
    "?",
    "[a-z]*",
    "/*.h",
    "\\*",
    "$Q",
    "\\'",
    "!",
    "1>o ",
    "2>e ",
    "2>&1",
    ">",
    "|",
    ";",
    "(",
    "{a,b}"
  };

  @TempDir private Path dir;

  @Test
  void shouldExpandDoubleQuotedTextAsBashDoesOrNotAtAll() throws Exception {
    Random random = new Random(20260101);
    int understood = 0;
    StringBuilder script = new StringBuilder();
    StringBuilder ours = new StringBuilder();
    for (int i = 0; i < 3000; i++) {
      String text = randomText(random);
      try {
        ours.append(DoubleQuotes.expand(text, new ShellVariables(ENVIRONMENT))).append('\0');
        script.append("printf '%s\\0' \"").append(text).append("\"\n");
        understood++;
      } catch (NotEligibleException e) {
        assertThat(e.reason().kind()).isEqualTo(FallbackReason.SHELL_SYNTAX);
      }
    }
    assertThat(understood).isGreaterThan(500);
    assertThat(Bash.run(dir, script.toString(), ENVIRONMENT))
        .containsExactly(ours.toString().split("\0", -1));
  }

  @Test
  void shouldSplitCommandsAsTwoNestedBashesDoOrNotAtAll() throws Exception {
    Random random = new Random(42);
    Files.createFile(dir.resolve(Bash.SCRIPT));
    int understood = 0;
    StringBuilder script = new StringBuilder();
    StringBuilder ours = new StringBuilder();
    for (int i = 0; i < 3000; i++) {
      String text = "printf '<%s>' first " + randomText(random);
      try {
        ShellVariables variables = new ShellVariables(ENVIRONMENT);
        ShellCommand command = ShellWords.parse(DoubleQuotes.expand(text, variables), variables);
        if (!command.stdout().file().isEmpty() || !command.stderr().file().isEmpty()) {
          continue;
        }
        if (mayMatch(command)) {
          continue;
        }
        for (String word : command.words().subList(2, command.words().size())) {
          ours.append('<').append(word).append('>');
        }
        ours.append('\0');
        script.append("/bin/bash -c \"").append(text).append("\"; printf '\\0'\n");
        understood++;
      } catch (NotEligibleException e) {
        assertThat(e.reason().kind()).isEqualTo(FallbackReason.SHELL_SYNTAX);
      }
      if (understood == 250) {
        break;
      }
    }
    assertThat(understood).isGreaterThan(100);
    assertThat(Bash.run(dir, script.toString(), ENVIRONMENT))
        .containsExactly(ours.toString().split("\0", -1));
  }

  private boolean mayMatch(ShellCommand command) throws IOException {
    for (Glob glob : command.globs()) {
      if (glob.mayMatch(dir)) {
        return true;
      }
    }
    return false;
  }

  @ParameterizedTest
  @CsvSource({
    "-Xlog:gc*, -Xlog:gc, true",
    "-Xlog:gc*, -Xlog:safepoint, false",
    "a/b?, a/bc, true",
    "a/b?, a/bcd, false",
    "a/b?/c, a/bc/d, true",
    "'a/\"b?\"', a/bc, false",
    "x[, xy, true",
    "x[a]y, z, false",
    "'*', none/at/all, true",
    "'none/*', a, false"
  })
  void shouldSayWhetherAPatternMayMatchAFile(String word, String file, boolean expected)
      throws Exception {
    Path path = dir.resolve(file);
    Files.createDirectories(path.getParent());
    Files.createFile(path);

    assertThat(mayMatch(ShellWords.parse("x " + word, new ShellVariables(Map.of()))))
        .isEqualTo(expected);
  }

  private static String randomText(Random random) {
    StringBuilder text = new StringBuilder();
    int pieces = 1 + random.nextInt(6);
    for (int i = 0; i < pieces; i++) {
      text.append(PIECES[random.nextInt(PIECES.length)]);
    }
    return text.toString();
  }

  @Test
  void shouldBuildTheEnvironmentThatAForkedProgramSees() throws Exception {
    Map<String, String> asked = new LinkedHashMap<>();
    asked.put("PWD", dir.toString());
    asked.put("CLASSPATH", "$PWD:$CONF/*");
    asked.put("CONF", "/etc/$NAME");
    asked.put("NAME", "n");
    asked.put("PATH", "/pre:$PATH");
    Map<String, String> exports = new LinkedHashMap<>(asked);
    exports.remove("CLASSPATH");
    exports.remove("CONF");
    exports.put("CONF", asked.get("CONF"));
    exports.put("CLASSPATH", asked.get("CLASSPATH"));
    CapturedLaunch launch =
        new CapturedLaunch(
            asked, Map.of("JAVA_HOME", "/jdk"), exports, Map.of(), List.of("x"), "/log");
    StringBuilder script = new StringBuilder("export PRELAUNCH_OUT=\"/log/prelaunch.out\"\n");
    script.append("export PRELAUNCH_ERR=\"/log/prelaunch.err\"\n");
    script.append("export JAVA_HOME=${JAVA_HOME:-\"/jdk\"}\n");
    exports.forEach((k, v) -> script.append("export " + k + "=\"" + v + "\"\n"));
    script.append("exec /bin/bash -c \"/usr/bin/env -0\"\n");
    Path launchScript = Files.writeString(dir.resolve("launch.sh"), script.toString());
    Path session =
        Files.writeString(
            dir.resolve("session.sh"), "exec /usr/bin/setsid /bin/bash " + launchScript + "\n");
    String wrapper = "/bin/bash " + session + "\nexit $?\n";
    Map<String, String> real = new LinkedHashMap<>();
    for (String line : Bash.run(dir, wrapper, asked)) {
      if (!line.isEmpty()) {
        real.put(line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1));
      }
    }
    assertThat(new ContainerEnvironment(launch, ShellPath.ask()).of("/usr/bin/env"))
        .containsExactlyInAnyOrderEntriesOf(real);
  }

  @Test
  void shouldKnowThePathOfABashThatInheritsNone() throws Exception {
    List<String> path = Bash.run(dir, "printf '%s' \"$PATH\"", Map.of());
    assertThat(path).containsExactly(ShellPath.ask());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java a;b",
        "java a&",
        "java a|b",
        "java <f",
        "java $(x)",
        "java {a,b}",
        "java ~/x",
        "A=1 java",
        "java 3>f",
        "java # x",
        "java 'a",
        "java a\nb"
      })
  void shouldRefuseWhatOnlyAShellCanDo(String line) {
    assertThatThrownBy(() -> ShellWords.parse(line, new ShellVariables(Map.of())))
        .isInstanceOf(NotEligibleException.class)
        .hasMessageStartingWith(FallbackReason.SHELL_SYNTAX.key());
  }

  @Test
  void shouldUnderstandYarnsRedirections() throws Exception {
    ShellCommand command =
        ShellWords.parse("java M 1>/l/out 2>>/l/err x", new ShellVariables(Map.of()));
    assertThat(command.words()).containsExactly("java", "M", "x");
    assertThat(command.stdout()).isEqualTo(new ShellCommand.Target("/l/out", false));
    assertThat(command.stderr()).isEqualTo(new ShellCommand.Target("/l/err", true));
    ShellCommand both = ShellWords.parse("java M > o 2>&1", new ShellVariables(Map.of()));
    assertThat(both.stderr()).isEqualTo(both.stdout());
  }

  @Test
  void shouldKeepThePidMarkerForJvmPidAlone() throws Exception {
    ShellVariables variables = new ShellVariables(Map.of("JVM_PID", "$$"));
    assertThatThrownBy(() -> DoubleQuotes.expand("gc-$JVM_PID", variables))
        .isInstanceOf(NotEligibleException.class);
    assertThatThrownBy(() -> DoubleQuotes.expand("x$$", variables))
        .isInstanceOf(NotEligibleException.class);
  }
}
