/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ArgumentsTest {
  @Test
  void shouldConvergeByDefault() throws PageRankException {
    Arguments arguments = Arguments.parse("in", "out");
    assertThat(arguments.tolerance()).hasValue(1e-8);
    assertThat(arguments.maxIterations()).isEqualTo(100);
    assertThat(arguments.damping()).isEqualTo(0.85);
    assertThat(arguments.reduces()).isEmpty();
  }

  @Test
  void shouldTakeOptionsAnywhere() throws PageRankException {
    Arguments arguments =
        Arguments.parse("--iterations", "7", "in", "--work", "/tmp/w", "out", "--top", "3");
    assertThat(arguments.input()).isEqualTo(new Path("in"));
    assertThat(arguments.tolerance()).isEmpty();
    assertThat(arguments.maxIterations()).isEqualTo(7);
    assertThat(arguments.work()).hasValue(new Path("/tmp/w"));
    assertThat(arguments.top()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "in|INPUT and OUTPUT expected, 1 paths given",
        "in out more|3 paths given",
        "in out --iterations 0|--iterations must be between 1 and 2147483647: 0",
        "in out --iterations x|--iterations needs a whole number, not x",
        "in out --tolerance NaN|--tolerance must be between",
        "in out --iterations 3 --tolerance 1|excludes --tolerance",
        "in out --iterations 3 --max-iterations 4|excludes --tolerance and --max-iterations",
        "in out --reduces|--reduces needs a value",
        "in out --reduce 3|unknown option --reduce",
        "in out --max-bad-lines -1|--max-bad-lines must be between 0",
      })
  void shouldSayWhatIsWrong(String line, String message) {
    assertThatThrownBy(() -> Arguments.parse(line.split(" ", -1)))
        .isInstanceOf(PageRankException.class)
        .hasMessageContaining(message);
  }
}
