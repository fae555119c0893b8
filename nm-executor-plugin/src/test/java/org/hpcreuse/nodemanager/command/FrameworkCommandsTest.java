/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.hpcreuse.protocol.NotEligibleException;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.option.Options.JvmFlags;
import org.hpcreuse.protocol.program.JvmRequest;
import org.hpcreuse.protocol.program.SlotJvm;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What frameworks pass to their containers by default, and what becomes of it. {@code commands.txt}
 * has for each who says it, the verdict ({@code slot}, or {@code fork} and the reason), why, and
 * the command after the java program, up to its main class.
 */
class FrameworkCommandsTest {
  @TempDir private static Path dir;

  static Stream<Arguments> commands() throws IOException {
    try (InputStream in = FrameworkCommandsTest.class.getResourceAsStream("commands.txt")) {
      String text =
          new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
              .lines()
              .filter(line -> !line.startsWith("#"))
              .reduce("", (all, line) -> all + line + "\n");
      return Arrays.stream(text.strip().split("\n\n", -1))
          .map(block -> block.split("\n", 4))
          .map(
              lines ->
                  Arguments.of(
                      Named.of(lines[0] + " (" + lines[2] + ")", lines[0]), lines[1], lines[3]));
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void shouldHaveItsVerdict(String who, String verdict, String command) throws Exception {
    if (verdict.equals("slot")) {
      assertThat(request(command)).as(who).isNotNull();
    } else {
      NotEligibleException refused =
          catchThrowableOfType(NotEligibleException.class, () -> request(command));
      assertThat(refused).as(who).isNotNull();
      assertThat("fork " + refused.reason()).startsWith(verdict);
    }
  }

  /** A pool with a JDK 17, of which nothing is read but its version. */
  private static PoolFiles pool() throws IOException {
    Path jdk = Files.createDirectories(dir.resolve("jdk"));
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
    Path pool = dir.resolve("pool");
    PoolFiles.createOwnerOnly(pool);
    Files.writeString(pool.resolve("pool.properties"), Options.JAVA_HOME.key() + "=" + jdk + "\n");
    return PoolFiles.open(pool);
  }

  private static JvmRequest request(String command) throws NotEligibleException, IOException {
    List<String> words = List.of("/j/java", command.replace('\n', ' '), "1>/o", "2>/e");
    CapturedLaunch launch =
        new CapturedLaunch(Map.of("PWD", "/work"), Map.of(), Map.of(), Map.of(), words, "/logs");
    JavaCommand java = JavaCommand.of(launch, "/bin");
    SlotJvm slots = SlotJvm.of(pool(), JvmFlags.IGNORE, Map.of("java.net.preferIPv4Stack", "true"));
    JvmRequest request = slots.request(java.options());
    java.in(dir, List.of(), request);
    return request;
  }
}
