/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.hpcreuse.protocol.ExitCodes;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class MastersMainTest {
  private final StringWriter output = new StringWriter();

  private int run(String... words) {
    CommandLine line = Failures.commandLine(new MastersMain());
    line.setOut(new PrintWriter(output, true));
    line.setErr(new PrintWriter(output, true));
    return line.execute(words);
  }

  @Test
  void shouldTellItsOptions() {
    assertThat(run("--help")).isEqualTo(ExitCodes.OK);
    assertThat(output.toString())
        .contains("--masters=N", "(default: 100)", "--seconds=S", "--up-arg", "--dir");
  }

  @Test
  void shouldRefuseWhatIsWrongBeforeAnythingIsStarted() {
    String[][] wrong = {
      {"--masters", "0"},
      {"--masters", "1001"},
      {"--masters", "many"},
      {"--seconds", "0"},
      {"--seconds", "601"},
      {"nonsense"}
    };
    for (String[] words : wrong) {
      assertThat(run(words)).as(String.join(" ", words)).isEqualTo(ExitCodes.USAGE);
    }
    assertThat(output.toString())
        .contains("--masters 0: must be from 1 to 1000", "--seconds 601: must be from 1 to 600");
  }
}
