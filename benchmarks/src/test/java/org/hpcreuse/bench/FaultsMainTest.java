/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.hpcreuse.protocol.ExitCodes;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class FaultsMainTest {
  private final StringWriter output = new StringWriter();

  private int run(String... words) {
    CommandLine line = Failures.commandLine(new FaultsMain());
    line.setOut(new PrintWriter(output, true));
    line.setErr(new PrintWriter(output, true));
    return line.execute(words);
  }

  @Test
  void shouldTellItsOptions() {
    assertThat(run("--help")).isEqualTo(ExitCodes.OK);
    assertThat(output.toString())
        .contains("--strikes", "--seed", "--faults", "slot_kill", "--jobs", "--cluster");
  }

  @Test
  void shouldRefuseWhatIsWrongBeforeAnythingIsStarted() {
    String[][] wrong = {
      {"--strikes", "0"},
      {"--faults", "rain"},
      {"--faults", "gang_master_pause", "--jobs", "wordcount"},
      {"--faults", "disk_full", "--cluster", "somewhere"},
      {"--jobs", "knitting"},
      {"nonsense"}
    };
    for (String[] words : wrong) {
      assertThat(run(words)).as(String.join(" ", words)).isEqualTo(ExitCodes.USAGE);
    }
  }
}
