/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileNotFoundException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SimpleTimeZone;
import java.util.logging.Level;
import javax.management.ObjectName;
import org.hpcreuse.cleanup.ReleaseChain;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.step.ReleaseReport;
import org.hpcreuse.cleanup.step.ReleaseStep;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RedactedTest {
  private static final String SECRET = "hunter2";

  static List<Object> holdersOfASecret() throws Exception {
    return List.of(
        SECRET,
        List.of(SECRET, 1),
        Optional.of(SECRET),
        Map.of("harmless", SECRET),
        new Locale("de", "DE", SECRET),
        new SimpleTimeZone(0, SECRET),
        new BigInteger(SECRET, 36),
        new BigDecimal("4711.4711"),
        new ObjectName("domain:type=Pool,user=" + SECRET),
        new Thread("client of jdbc:db://host?password=" + SECRET),
        Character.valueOf('x'));
  }

  @ParameterizedTest
  @MethodSource("holdersOfASecret")
  void shouldShowNoValueInClear(Object value) {
    assertThat(Redacted.value(value))
        .doesNotContain(SECRET)
        .doesNotContain(new BigInteger(SECRET, 36).toString())
        .doesNotContain("4711.4711")
        .isNotEqualTo("x");
  }

  @Test
  void shouldShowLengthAndThirtyTwoSaltedBitsOfAString() throws Exception {
    String shown = Redacted.value(SECRET);

    assertThat(shown).matches("String\\(7\\)#[0-9a-f]{8}").isEqualTo(Redacted.value("hunter" + 2));
    assertThat(Redacted.value("hunter3")).isNotEqualTo(shown);
    byte[] unsalted =
        MessageDigest.getInstance("SHA-256").digest(SECRET.getBytes(StandardCharsets.UTF_8));
    assertThat(shown).doesNotContain(HexFormat.of().formatHex(unsalted, 0, 4));
  }

  @Test
  void shouldShowNumbersFlagsConstantsTypesAndKnownNames() throws Exception {
    assertThat(Redacted.value(17L)).isEqualTo("17");
    assertThat(Redacted.value(true)).isEqualTo("true");
    assertThat(Redacted.value(Thread.State.NEW)).isEqualTo("NEW");
    assertThat(Redacted.value(String.class)).isEqualTo("java.lang.String");
    assertThat(Redacted.value(Level.FINE)).isEqualTo("FINE");
    assertThat(Redacted.value(Locale.forLanguageTag("tr-TR"))).isEqualTo("tr_TR");
    assertThat(Redacted.value(new ObjectName("java.lang:type=Runtime")))
        .isEqualTo("java.lang:type=Runtime");
    assertThat(Redacted.value(ProcessHandle.current()))
        .isEqualTo("process " + ProcessHandle.current().pid());
  }

  @Test
  void shouldShowNamesUpToAValue() {
    assertThat(Redacted.name("IPC Server handler 3 on 8020"))
        .isEqualTo("IPC Server handler 3 on 8020");
    assertThat(Redacted.name("/work/dir/left-open")).isEqualTo("/work/dir/left-open");
    assertThat(Redacted.name("http://" + SECRET)).startsWith("http://…String(7)#");
    assertThat(Redacted.name("token=" + SECRET)).startsWith("token=…String(7)#");
  }

  @Test
  void shouldShowWhatTheSlotsOwnCodeSaysOfAFailureAndNothingElse() {
    Exception jdks = new FileNotFoundException(SECRET);
    jdks.setStackTrace(new StackTraceElement[] {new StackTraceElement("user.Main", "m", "M", 7)});

    assertThat(Redacted.failure(jdks))
        .isEqualTo("java.io.FileNotFoundException at user.Main.m(M:7)");
    assertThat(Redacted.failure(new IllegalStateException("slot 3", jdks)))
        .isEqualTo(
            "java.lang.IllegalStateException: slot 3, caused by java.io.FileNotFoundException at"
                + " user.Main.m(M:7)");
  }

  @Test
  void shouldNotSayInAReportWhatAContainersCodeHasSaid() {
    ReleaseStep step =
        release -> {
          // As it comes out of the close() of a container's stream.
          FileNotFoundException thrown = new FileNotFoundException(SECRET);
          thrown.setStackTrace(
              new StackTraceElement[] {new StackTraceElement("user.Main", "close", "M", 7)});
          throw thrown;
        };
    try (TestSlot slot = new TestSlot()) {
      ReleaseReport report = ReleaseChain.of(step).run(slot.release(true));

      assertThat(report.retireReason().orElseThrow())
          .contains("FileNotFoundException")
          .doesNotContain(SECRET);
    }
  }
}
