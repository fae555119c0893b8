/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.hpcreuse.bench.Entry.RunOptions;
import org.hpcreuse.bench.RunCommand.UpArguments;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.protocol.ExitCodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class BenchMainTest {
  private final StringWriter output = new StringWriter();

  /** Nothing may get as far as to look for the project's files, which no test has. */
  private void assertRefused(String words) {
    assertThat(run(words.split(" "))).as(words).isEqualTo(ExitCodes.USAGE);
    assertThat(output.toString()).as(words).doesNotContain("HPC_REUSE_HOME");
  }

  private int run(String... words) {
    CommandLine line = BenchMain.commandLine();
    line.setOut(new PrintWriter(output, true));
    line.setErr(new PrintWriter(output, true));
    return line.execute(words);
  }

  private void assertOptions(String command, String... options) {
    assertThat(run((command + " --help").split(" "))).as(command).isEqualTo(ExitCodes.OK);
    assertThat(output.toString()).contains("Usage: hpc-reuse " + command).contains(options);
  }

  @Test
  void shouldTellTheOptionsOfEachCommand() {
    assertOptions(
        "bench",
        "NAME",
        "--samples",
        "--arms",
        "--seed",
        "--heartbeat-ms",
        "--sizes",
        "--up-arg",
        "--resume");
    assertOptions("demo", "--iterations", "--size", "--heartbeat-ms", "--dir");
    assertOptions("bench trace", "--containers", "--resume");
    assertOptions("bench soak", "--containers", "--program");
    assertOptions(
        "bench faults", "--strikes", "--seed", "--faults", "slot_kill", "--jobs", "--cluster");
    assertOptions(
        "bench masters", "--masters=N", "(default: 100)", "--seconds=S", "--up-arg", "--dir");
    assertOptions("bench gangs", "--gangs", "--kills", "--together");
    assertOptions("bench micro", "--forks", "PATTERN");
    assertOptions("bench cold", "--arms", "--samples", "--seed", "--up-arg", "--resume");
    for (String mpi : List.of("mpi-start", "primecount", "pingpong")) {
      assertOptions("bench " + mpi, "--ranks", "--arms", "--samples");
    }
  }

  @Test
  void shouldRefuseWhatIsWrongBeforeAnythingIsStarted() {
    for (String words :
        List.of(
            "bench",
            "bench demo",
            "bench nonsense",
            "bench micro --forks 0",
            "bench pi --samples 0",
            "bench pi --heartbeat-ms -1",
            "bench pi --arms fork,fork",
            "bench pi --arms spoon",
            "bench launch --arms fork,uber",
            "bench pi --arms gang",
            "bench spark --arms uber",
            "bench idle --arms fork",
            "bench terasort --sizes 128",
            "bench soak --containers 0",
            "bench soak --program tea",
            "bench trace --program pi",
            "bench faults --strikes 0",
            "bench faults --faults rain",
            "bench faults --faults gang_master_pause --jobs wordcount",
            "bench faults --faults disk_full --cluster somewhere",
            "bench faults --jobs knitting",
            "bench faults nonsense",
            "bench cold",
            "bench cold idle",
            "bench cold pi --arms uber",
            "bench cold pi --arms fork,fork",
            "bench cold pi --samples 0",
            "bench masters --masters 0",
            "bench masters --masters many",
            "bench masters --seconds 0",
            "bench masters nonsense")) {
      assertRefused(words);
    }
  }

  @Test
  void shouldNameTheRangeOfANumber() {
    assertThat(run("bench", "masters", "--masters", "1001")).isEqualTo(ExitCodes.USAGE);
    assertThat(run("bench", "masters", "--seconds", "601")).isEqualTo(ExitCodes.USAGE);
    assertThat(run("bench", "pi", "--samples", "0")).isEqualTo(ExitCodes.USAGE);
    assertThat(output.toString())
        .contains(
            "--masters 1001: must be from 1 to 1000",
            "--seconds 601: must be from 1 to 600",
            "--samples 0: must be 1 or more");
  }

  @Test
  void shouldRefuseToResumeARunOfAnotherCommand(@TempDir Path dir) throws Exception {
    RunOptions soak = RunOptions.of("soak-tez", 2, Arm.REUSE, 1, 100, List.of());
    Entry.Host host = new Entry.Host("c", "cpu", 2, 4, "Linux", "17");
    new RunDirectory(dir).append(new Entry.Header(Entry.FORMAT, "today", host, soak));

    for (String command : List.of("bench", "bench trace", "bench faults")) {
      assertRefused(command + " --resume " + dir);
    }
    assertThat(output.toString()).contains("is a run of «bench soak»: resume it there");
  }

  @Test
  void shouldNameTheCommandOfARun() {
    assertThat(Benchmark.commandOf("pi")).isEqualTo("bench");
    assertThat(Benchmark.commandOf("soak-spark")).isEqualTo("soak");
    assertThat(Benchmark.commandOf("trace")).isEqualTo("trace");
    assertThat(Benchmark.commandOf("faults")).isEqualTo("faults");
    assertThat(Benchmark.commandOf("cold-pi")).isEqualTo("cold");
  }

  @Test
  void shouldLeaveOutOfTheWordsForUpWhatTheUserSaysOtherwise() {
    String own = "--slots 2x1024 --spares 0 --conf a=b";
    UpArguments up = new UpArguments();
    assertThat(up.after(own)).containsExactly(own.split(" "));
    up.words = List.of("--slots", "2x512", "--conf", "c=d");
    assertThat(up.after(own))
        .containsExactly("--spares", "0", "--conf", "a=b", "--slots", "2x512", "--conf", "c=d");
    up.words = List.of("--slots=2x512");
    assertThat(up.after(own)).doesNotContain("2x1024");
  }

  @Test
  void shouldRefuseToResumeWhatIsNoRun(@TempDir Path dir) {
    assertRefused("bench --resume " + dir);
    assertThat(output.toString()).contains("samples.jsonl is missing or has no header");
  }
}
