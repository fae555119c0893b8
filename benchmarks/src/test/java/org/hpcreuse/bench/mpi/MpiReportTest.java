/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.hpcreuse.bench.samples.Entry;
import org.hpcreuse.bench.samples.MpiRun;
import org.hpcreuse.bench.samples.MpiRun.Starter;
import org.junit.jupiter.api.Test;

final class MpiReportTest {
  @Test
  void shouldCompareTheStartersOfEachProgramAndNumberOfRanks() {
    List<Entry> entries =
        List.of(
            run("p", Starter.GANG, 2, Map.of("x", 1_000_000L)),
            run("p", Starter.SPAWN, 2, Map.of("x", 20_000_000L)),
            run("p", Starter.GANG, 2, Map.of("x", 3_000_000L)),
            run("p", Starter.GANG, 4, Map.of("x", 9_000_000L)),
            run("p", Starter.GANG, 2, Map.of("x", 2_000_000L)));

    assertThat(new MpiReport(MpiBench.MPI_START, entries).text())
        .containsPattern(
            "\\| p +\\| 2 +\\| x +\\| gang +\\| +3 \\| +2.0 \\| +1.0–3.0 \\|.* 1.00 \\|")
        .containsPattern("\\| p +\\| 2 +\\| x +\\| spawn +\\| +1 \\| +20.0 \\|.* 0.10 \\|")
        .containsPattern("\\| p +\\| 4 +\\| x +\\| gang +\\| +1 \\| +9.0 \\|");
  }

  @Test
  void shouldSetMessagesOfGangsBesideThoseOfMpirun() {
    List<Entry> entries =
        List.of(
            run("pingpong array", Starter.GANG, 2, Map.of("8", 1_500L)),
            run("pingpong array", Starter.MPIRUN, 2, Map.of("8", 1_000L)));

    assertThat(new MpiReport(MpiBench.PINGPONG, entries).text())
        .containsPattern(
            "\\| pingpong array +\\| +8 \\| 1.50 \\|.*\\| +1.00 \\|.* 0.50 \\| +1.50 \\|");
  }

  @Test
  void shouldSayThatNothingWasMeasured() {
    assertThat(new MpiReport(MpiBench.PINGPONG, List.of()).text())
        .isEqualTo("Nothing was measured.\n");
  }

  private static MpiRun run(String program, Starter starter, int ranks, Map<String, Long> nanos) {
    return new MpiRun(program, starter, ranks, 0, 0, nanos);
  }
}
