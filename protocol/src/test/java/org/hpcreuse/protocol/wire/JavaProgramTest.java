/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hpcreuse.protocol.program.ClientProcess;
import org.hpcreuse.protocol.program.JavaProgram;
import org.hpcreuse.protocol.program.JvmRequest;
import org.junit.jupiter.api.Test;

final class JavaProgramTest {
  private static Optional<String> defect(
      Map<String, String> environment, List<String> arguments, String stderr) {
    return new JavaProgram(environment, Map.of(), List.of("/a.jar"), "Main", arguments, "", stderr)
        .defect();
  }

  private static Optional<String> defect(String workDir) {
    JavaProgram none = new JavaProgram(Map.of(), Map.of(), List.of(), "M", List.of(), "", "");
    return new LaunchSpec("container_1", workDir, 1, Encoded.of(none)).defect();
  }

  @Test
  void shouldFindNoDefectInWhatAProcessCanBeGiven() {
    assertThat(defect(Map.of("A", "b=c\n", "1 %", ""), List.of("", "\u00e4"), "/e")).isEmpty();
    assertThat(defect("/work")).isEmpty();
  }

  @Test
  void shouldSayWhatNoProcessCanBeGiven() {
    assertThat(defect("").orElseThrow()).contains("directory");
    assertThat(defect("work").orElseThrow()).contains("directory");
    assertThat(defect("/\0").orElseThrow()).contains("directory");
    assertThat(defect(Map.of(), List.of(), "err").orElseThrow()).contains("stderr");
    assertThat(defect(Map.of("", ""), List.of(), "").orElseThrow()).contains("name");
    assertThat(defect(Map.of("A=", ""), List.of(), "").orElseThrow()).contains("name");
    assertThat(defect(Map.of("A", "\0"), List.of(), "").orElseThrow()).contains("NUL");
    assertThat(defect(Map.of(), List.of("a\0"), "").orElseThrow()).contains("NUL");
    assertThat(ofClient("-Da=\0").defect().orElseThrow()).contains("NUL");
  }

  @Test
  void shouldNotTellTheOptionsOfAClient() {
    assertThat(ofClient("-Da=hidden").client().orElseThrow().toString()).doesNotContain("hidden");
  }

  private static JavaProgram ofClient(String option) {
    return new JavaProgram(
        Map.of(),
        Map.of(),
        List.of(),
        "Main",
        List.of(),
        "",
        "",
        JvmRequest.NONE,
        Optional.of(new ClientProcess("socket", 0, List.of(option))));
  }
}
