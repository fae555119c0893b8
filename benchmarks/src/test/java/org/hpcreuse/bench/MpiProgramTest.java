/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hpcreuse.bench.MpiProgram.Line;
import org.hpcreuse.bench.MpiProgram.Run;
import org.hpcreuse.bench.cluster.BenchException;
import org.junit.jupiter.api.Test;

/** What is taken from the output of each program. */
final class MpiProgramTest {
  @Test
  void shouldTakeTheLastRankOfAStart() throws BenchException {
    Run run = gang("rank 1 1450 1700", "rank 0 1500 1600");

    assertThat(MpiProgram.start().figures().of(run, 2))
        .containsExactly(
            entry("places → all in main", 300_000L),
            entry("master → all in main", 400_000L),
            entry("command → all in main", 500_000L),
            entry("places → all can talk", 500_000L),
            entry("master → all can talk", 600_000L),
            entry("command → all can talk", 700_000L),
            entry("command → end", 1_000_000L));
  }

  @Test
  void shouldLeaveOutWhatAStarterDoesNotHave() throws BenchException {
    Run run = run(OptionalLong.empty(), OptionalLong.empty(), "rank 0 1500 1600");

    assertThat(MpiProgram.start().figures().of(run, 1))
        .containsOnlyKeys("command → all in main", "command → all can talk", "command → end");
  }

  @Test
  void shouldRefuseAStartWithoutEachRank() {
    MpiProgram program = MpiProgram.start();

    assertThatThrownBy(() -> program.figures().of(gang("rank 1 1 1", "rank 1 1 1"), 2))
        .hasMessage("mpistart ran with 2 ranks, and these said so: {1}");
    assertThatThrownBy(() -> program.figures().of(gang("rank 0 1 1", "rank 2 1 1"), 2))
        .hasMessage("mpistart ran with 2 ranks, and these said so: {0, 2}");
    assertThatThrownBy(() -> program.figures().of(gang("hello"), 1))
        .hasMessage("mpistart printed «hello»");
  }

  @Test
  void shouldTakeAResultWhenItsLineCame() throws BenchException {
    MpiProgram program = MpiProgram.primeCount(10, 4);

    assertThat(program.figures().of(gang("4 primes up to 10, 2 ranks, 0.001 s"), 2))
        .containsEntry("places → result", 700_000L)
        .containsEntry("command → end", 1_000_000L);
    assertThatThrownBy(() -> program.figures().of(gang("5 primes up to 10, 2 ranks, 0.001 s"), 2))
        .hasMessageContaining("not «4 primes up to 10, 2 ranks, …»");
  }

  @Test
  void shouldTakeTheTimeOfEachSizeOfMessages() throws BenchException {
    MpiProgram program = MpiProgram.pingPong("array", 100);

    String[] lines =
        IntStream.range(0, 23)
            .mapToObj(power -> "array " + (1 << power) + " 0.512 2.0")
            .toArray(String[]::new);
    assertThat(program.figures().of(gang(lines), 2))
        .hasSize(23)
        .contains(entry("1", 512L), entry("4194304", 512L));
    assertThatThrownBy(() -> program.figures().of(gang("array 1 0.512 2.0"), 2))
        .hasMessage("pingpong array printed times of 1 sizes, not of 23");
    assertThatThrownBy(() -> program.figures().of(gang("direct 1 0.512 2.0"), 2))
        .hasMessage("pingpong array printed «direct 1 0.512 2.0»");
  }

  /** Command at 1000, master at 1100, places at 1200, each line at 1900, end at 2000. */
  private static Run gang(String... lines) {
    return run(OptionalLong.of(1100), OptionalLong.of(1200), lines);
  }

  private static Run run(OptionalLong master, OptionalLong places, String... lines) {
    List<Line> printed = Stream.of(lines).map(text -> new Line(1900, text)).toList();
    return new Run(1000, master, places, 2000, printed);
  }
}
