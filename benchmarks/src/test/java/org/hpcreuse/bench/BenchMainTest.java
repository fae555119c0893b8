/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.process.Host;
import org.hpcreuse.bench.samples.Header;
import org.hpcreuse.bench.samples.RunDirectory;
import org.hpcreuse.bench.samples.RunOptions;
import org.hpcreuse.protocol.ExitCodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class BenchMainTest {
  private final StringWriter output = new StringWriter();

  private int run(String... words) {
    CommandLine line = Failures.commandLine(new BenchMain());
    line.setOut(new PrintWriter(output, true));
    line.setErr(new PrintWriter(output, true));
    return line.execute(words);
  }

  @Test
  void shouldTellItsOptions() {
    assertThat(run("--help")).isEqualTo(ExitCodes.OK);
    assertThat(output.toString())
        .contains("NAME", "--samples", "--arms", "--seed", "--heartbeat-ms", "--sizes", "--resume");
  }

  @Test
  void shouldRefuseWhatIsWrongBeforeAnythingIsStarted() {
    String[][] wrong = {
      {},
      {"demo"},
      {"nonsense"},
      {"pi", "--samples", "0"},
      {"pi", "--heartbeat-ms", "-1"},
      {"pi", "--arms", "fork,fork"},
      {"pi", "--arms", "spoon"},
      {"launch", "--arms", "fork,uber"},
      {"idle", "--arms", "fork"},
      {"soak"},
      {"terasort", "--sizes", "128"}
    };
    for (String[] words : wrong) {
      assertThat(run(words)).as(String.join(" ", words)).isEqualTo(ExitCodes.USAGE);
    }
  }

  @Test
  void shouldRefuseToResumeARunOfAnotherCommand(@TempDir Path dir) throws Exception {
    RunOptions soak =
        new RunOptions("soak", 2, List.of(Arm.REUSE), 1, 100, List.of(), 1, List.of());
    new RunDirectory(dir)
        .append(
            new Header(Header.FORMAT, "today", new Host("c", "cpu", 2, 4, "Linux", "17"), soak));

    assertThat(run("--resume", dir.toString())).isEqualTo(ExitCodes.USAGE);
    assertThat(output.toString()).contains("is a run of «bench soak»: resume it there");
  }

  @Test
  void shouldRefuseToResumeWhatIsNoRun(@TempDir Path dir) {
    assertThat(run("--resume", dir.toString())).isEqualTo(ExitCodes.USAGE);
    assertThat(output.toString()).contains("samples.jsonl is missing or has no header");
  }
}
