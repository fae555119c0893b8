/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class LaunchSpecTest {
  private static LaunchSpec spec(
      String workDir, Map<String, String> environment, List<String> arguments, String stderr) {
    return new LaunchSpec(
        "container_1",
        workDir,
        environment,
        Map.of(),
        List.of("/a.jar"),
        "Main",
        arguments,
        "",
        stderr,
        1);
  }

  @Test
  void shouldFindNoDefectInWhatAProcessCanBeGiven() {
    LaunchSpec spec = spec("/work", Map.of("A", "b=c\n", "1 %", ""), List.of("", "\u00e4"), "/e");

    assertThat(spec.defect()).isEmpty();
  }

  @Test
  void shouldSayWhatNoProcessCanBeGiven() {
    assertThat(spec("", Map.of(), List.of(), "").defect().orElseThrow()).contains("directory");
    assertThat(spec("work", Map.of(), List.of(), "").defect().orElseThrow()).contains("directory");
    assertThat(spec("/", Map.of(), List.of(), "err").defect().orElseThrow()).contains("stderr");
    assertThat(spec("/", Map.of("", ""), List.of(), "").defect().orElseThrow()).contains("name");
    assertThat(spec("/", Map.of("A=", ""), List.of(), "").defect().orElseThrow()).contains("name");
    assertThat(spec("/", Map.of("A", "\0"), List.of(), "").defect().orElseThrow()).contains("NUL");
    assertThat(spec("/", Map.of(), List.of("a\0"), "").defect().orElseThrow()).contains("NUL");
  }
}
