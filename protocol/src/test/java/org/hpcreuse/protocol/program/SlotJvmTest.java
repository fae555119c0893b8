/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.hpcreuse.protocol.NotEligibleException;
import org.hpcreuse.protocol.option.Options.JvmFlags;
import org.hpcreuse.protocol.program.JvmRequest.OutOfMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SlotJvmTest {
  private static final Map<String, String> STARTUP =
      Map.of("java.net.preferIPv4Stack", "true", "file.encoding", "UTF-8", "jdk.own", "x");

  private static JvmRequest request(JvmFlags policy, String options) throws NotEligibleException {
    SlotJvm slots =
        new SlotJvm(
            List.of("-Xss4m", "-XX:+UseSerialGC", "--add-modules=jdk.incubator.vector"),
            policy,
            STARTUP,
            KnownProperties.ofFeature(17),
            true);
    return slots.request(read(options));
  }

  /** Single quotes keep blanks in a word. */
  private static JavaOptions read(String options) throws NotEligibleException {
    List<String> words =
        Pattern.compile("(?:[^' ]|'[^']*')+")
            .matcher(options)
            .results()
            .map(MatchResult::group)
            .map(word -> word.replace("'", ""))
            .toList();
    return JavaOptions.read(words.listIterator());
  }

  private static JvmRequest request(String options) throws NotEligibleException {
    return request(JvmFlags.IGNORE, options);
  }

  @ParameterizedTest
  @CsvSource({
    "-ea,jvm-flag",
    "-Xss8m,jvm-flag",
    "-javaagent:x,jvm-flag",
    "-jar,jvm-flag",
    "@file,jvm-flag",
    "-XX:ThreadStackSize=1m,jvm-flag",
    "-XX:+HeapDumpOnOutOfMemoryError,jvm-flag",
    "-XX:OnOutOfMemoryError=reboot,jvm-flag",
    "-XX:OnError=x,jvm-flag",
    "-Xmx64m -XX:MaxDirectMemorySize=65m,jvm-flag",
    "-XX:MaxDirectMemorySize=1m,jvm-flag",
    "--add-opens=java.base/java.net=one.module,jvm-flag",
    "--add-modules=jdk.incubator.foreign,jvm-flag",
    "-Xlog:help,jvm-flag",
    "-Dfile.encoding=X,startup-property",
    "-Djava.net.preferIPv4Stack=false,startup-property",
    "-Djava.util.logging.config.file=x,startup-property",
    "-Djdk.own=y,startup-property",
    "-Djava.security.auth.debug=x,startup-property",
    "-Duser.timezone=UTC,startup-property",
    "-Dsun.nio.ch.bugLevel=1.4,startup-property",
    "-Djava.util.concurrent.ForkJoinPool.common.parallelism=1,startup-property",
    "-Djdk.util.zip.disableZip64ExtraFieldValidation=true,startup-property",
    "-Dsun.nio.ch.disableSystemWideOverlappingFileLockCheck=true,startup-property"
  })
  void shouldForkForWhatHasAnEffectInAJvmOfItsOwn(String options, String key) {
    assertThatThrownBy(() -> request(options))
        .isInstanceOf(NotEligibleException.class)
        .hasMessageStartingWith(key);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-server",
        "-Xss4m",
        "-XX:+UseSerialGC",
        "-XX:+IgnoreUnrecognizedVMOptions",
        "--add-opens=java.base/java.lang=ALL-UNNAMED",
        "--add-modules jdk.incubator.vector",
        "-Djava.net.preferIPv4Stack=true",
        "-Dfile.encoding=UTF-8",
        "-Djdk.own=x",
        "-Djdk.reflect.useDirectMethodHandle=false",
        "-Dsun.nio.ch.bugLevel=''",
        "-Djava.net.preferIPv6Addresses=false",
        "-Djava.security.krb5.conf=x",
        "-Djava.security.auth.login.config=x",
        "-Djavax.net.ssl.trustStore=x",
        "-Djdk.tls.client.protocols=x",
        "-Dsun.net.client.defaultConnectTimeout=1"
      })
  void shouldRunInASlotWhatIsTheSameThere(String options) throws Exception {
    assertThat(request(options)).isEqualTo(JvmRequest.NONE);
    assertThat(request(JvmFlags.FORK, options)).isEqualTo(JvmRequest.NONE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Xms100m",
        "-XX:+UseG1GC",
        "-XX:+UseNUMA",
        "-XX:TieredStopAtLevel=1",
        "-verbose:gc",
        "-Xlog:gc*,safepoint::time,uptime",
        "-Xloggc:/logs/gc",
        "-XX:MaxMetaspaceSize=256m",
        "-XX:+UseStringDeduplication",
        "-XX:G1HeapRegionSize=4m"
      })
  void shouldNameWhatOnlyTunesOrForkForItWhenToldSo(String option) throws Exception {
    assertThat(request(option).withoutEffect()).containsExactly(option);
    assertThatThrownBy(() -> request(JvmFlags.FORK, option))
        .isInstanceOf(NotEligibleException.class)
        .hasMessageStartingWith("jvm-flag");
  }

  @Test
  void shouldAskForPackagesAndForAnEndWhenMemoryRunsOut() throws Exception {
    JvmRequest request =
        request(
            "--add-opens=java.base/java.nio=ALL-UNNAMED"
                + " --add-exports java.base/sun.nio.ch=ALL-UNNAMED"
                + " -XX:OnOutOfMemoryError='kill %p'");

    assertThat(request.opens()).containsExactly("java.base/java.nio");
    assertThat(request.exports()).containsExactly("java.base/sun.nio.ch");
    assertThat(request.outOfMemory()).isEqualTo(OutOfMemory.TERM);
    assertThat(request("-XX:OnOutOfMemoryError='kill -9 %p'").outOfMemory())
        .isEqualTo(OutOfMemory.KILL);
    assertThat(request("-XX:+ExitOnOutOfMemoryError").outOfMemory()).isEqualTo(OutOfMemory.EXIT);
    assertThat(request("-XX:+ExitOnOutOfMemoryError -XX:-ExitOnOutOfMemoryError").outOfMemory())
        .isEqualTo(OutOfMemory.GO_ON);
  }

  @Test
  void shouldForkForWhatItCannotDoTwiceOrKnowsNothingOf() throws Exception {
    JavaOptions exits = read("-XX:+ExitOnOutOfMemoryError");
    SlotJvm limited =
        new SlotJvm(
            List.of("-XX:MaxMetaspaceSize=64m"),
            JvmFlags.IGNORE,
            Map.of(),
            KnownProperties.ofFeature(17),
            false);

    assertThatThrownBy(() -> limited.request(exits)).hasMessageStartingWith("jvm-flag");
    assertThatThrownBy(() -> limited.request(read("-XX:MaxMetaspaceSize=256m")))
        .hasMessageStartingWith("jvm-flag");
    assertThat(limited.request(read("-Djava.net.preferIPv4Stack=true")))
        .as("before a slot has reported")
        .isEqualTo(JvmRequest.NONE);
  }

  @Test
  void shouldTakeDirectMemoryThatIsNoMoreThanTheHeap() throws Exception {
    assertThat(request("-Xmx64m -XX:MaxDirectMemorySize=64m").withoutEffect()).hasSize(1);
  }

  @Test
  void shouldBelieveThatAJdkWithoutAListKnowsAllProperties() {
    assertThat(KnownProperties.ofFeature(17).mayMean("jdk.reflect.useDirectMethodHandle"))
        .isFalse();
    assertThat(KnownProperties.ofFeature(16).mayMean("jdk.reflect.useDirectMethodHandle")).isTrue();
    assertThat(KnownProperties.ofFeature(17).mayMean("jdk.net.hosts.file")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-javaagent:hidden.jar=hidden",
        "-XX:OnError=hidden",
        "--enable-preview=hidden",
        "-Dfile.encoding=hidden",
        "@hidden"
      })
  void shouldNotTellValuesThatMayComeFromTheEnvironment(String option) {
    assertThatThrownBy(() -> request(option))
        .isInstanceOf(NotEligibleException.class)
        .hasMessageNotContaining("hidden");
  }
}
