/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hpcreuse.protocol.NotEligibleException;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.program.ClientProcess;
import org.hpcreuse.protocol.program.JavaProgram;
import org.hpcreuse.protocol.program.JvmRequest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands of clients, in a slot of 512 MiB with a JDK 17. */
class ClientCommandsTest {
  private static final Map<String, String> SLOT =
      Map.of("LANG", "C.UTF-8", "LD_PRELOAD", "/node.so");

  @TempDir private Path dir;
  private ClientCommands commands;

  @BeforeEach
  void makePool() throws IOException {
    Path jdk = Files.createDirectory(dir.resolve("jdk"));
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
    Files.writeString(dir.resolve("pool.properties"), Options.JAVA_HOME.key() + "=" + jdk + "\n");
    commands =
        new ClientCommands(
            PoolFiles.open(dir), Map.of("java.net.preferIPv4Stack", "true"), SLOT, 512);
  }

  private ClientCommands.Accepted read(Map<String, String> environment, String... options)
      throws NotEligibleException, IOException {
    ClientProcess client = new ClientProcess("socket", 0, List.of(options));
    JavaProgram sent =
        new JavaProgram(
            environment,
            Map.of(),
            List.of("framework:", "*"),
            "Main",
            List.of(),
            "",
            "",
            JvmRequest.NONE,
            Optional.of(client));
    return commands.read(sent, client, dir);
  }

  private ClientCommands.Accepted read(String... options) throws NotEligibleException, IOException {
    return read(Map.of("LANG", "C.UTF-8"), options);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Djava.net.preferIPv4Stack=true",
        "-Djdk.reflect.useDirectMethodHandle=false",
        "-Djdk.tls.client.protocols=x",
        "-Djava.security.krb5.conf=x",
        "-Djava.awt.headless=true",
        "-Duser.name=somebody"
      })
  void shouldTakeAPropertyThatIsTheSameInASlot(String option) throws Exception {
    String name = option.substring(2, option.indexOf('='));
    assertThat(read(option).program().systemProperties()).containsOnlyKeys(name);
  }

  @ParameterizedTest
  @CsvSource({
    "-Duser.timezone=UTC,startup-property: -Duser.timezone is read only when a JVM starts",
    "-Djava.net.preferIPv4Stack=false,startup-property",
    "-Djdk.util.zip.disableZip64ExtraFieldValidation=true,startup-property",
    "-Xss2m,jvm-flag: -Xss",
    "-XX:+UseG1GC,jvm-flag: -XX:+UseG",
    "word,jvm-flag: a word",
    "-cp,jvm-flag: -cp without a value",
    "-Xmx513m,'heap-too-large: 513 MiB asked, the slot has 512 MiB'"
  })
  void shouldRefuseWhatNeedsAJvmOfItsOwn(String option, String why) {
    assertThatThrownBy(() -> read(option))
        .isInstanceOf(NotEligibleException.class)
        .hasMessageStartingWith(why);
  }

  @Test
  void shouldTakeAClientThatDoesNotAskForTheLibraryOfItsNode() throws Exception {
    assertThat(read(Map.of("LANG", "C.UTF-8", "LD_PRELOAD", "/node.so"))).isNotNull();
    assertThat(read(Map.of("LANG", "C.UTF-8"))).isNotNull();
  }

  @ParameterizedTest
  @CsvSource({"LD_PRELOAD,/other.so", "LD_AUDIT,/other.so", "TZ,UTC", "LANG,C"})
  void shouldRefuseAnotherEnvironment(String name, String value) {
    Map<String, String> like = Map.of("LANG", "C.UTF-8");
    Map<String, String> other = new HashMap<>(like);
    other.put(name, value);
    assertThatThrownBy(() -> read(other)).hasMessageStartingWith("process-environment: " + name);
  }

  @Test
  void shouldReadAllThatTheCommandSays() throws Exception {
    Files.createFile(dir.resolve("a.jar"));

    ClientCommands.Accepted accepted =
        read("-Da=b=c", "--add-opens", "java.base/java.nio=ALL-UNNAMED", "-Xmx256m", "-De");

    assertThat(accepted.heapMb()).isEqualTo(256);
    assertThat(accepted.program().systemProperties()).isEqualTo(Map.of("a", "b=c", "e", ""));
    assertThat(accepted.program().jvm().opens()).containsExactly("java.base/java.nio");
    assertThat(accepted.program().classPath())
        .containsExactly("framework:", dir.resolve("a.jar").toString());
    assertThat(read().heapMb()).isEqualTo(512);
  }
}
