/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the driver says to input and output that it cannot use. */
final class PageRankInputTest {
  @TempDir Path directory;
  private PageRankRunner runner;

  @BeforeEach
  void makeRunner() throws IOException {
    runner = new PageRankRunner(directory);
  }

  @Test
  void shouldFailAtTheFirstBadLineAndNameFileAndLine() throws Exception {
    Path input = runner.write("edges", "# edges\na b\nc\nd e f\n");
    assertThat(runner.run(input)).isEqualTo(1);
    assertThat(runner.err())
        .contains("2 bad lines (limit 0)")
        .contains(input + ":3: 2 fields expected, 1 found: c")
        .contains(input + ":4: 2 fields expected, 3 found: d e f");
    assertThat(runner.resultNames()).isEmpty();
  }

  @Test
  void shouldSkipBadLinesUpToTheLimitAndStillShowThem() throws Exception {
    Path input = runner.write("edges", "a b\nc\n");
    assertThat(runner.run(input, "--max-bad-lines", "1", "--iterations", "1")).isZero();
    assertThat(runner.err()).contains("skipped 1 bad line (limit 1)").contains(input + ":2:");
    assertThat(runner.ranks()).containsOnlyKeys("a", "b");
  }

  @Test
  void shouldKnowLineNumbersAlsoInLaterSplitsAndShowTenOfMany() throws Exception {
    StringBuilder text = new StringBuilder();
    for (int line = 1; line <= 2000; line++) {
      text.append(line % 100 == 0 ? "bad\n" : line + " target\n");
    }
    Path input = runner.write("edges", text.toString());
    runner.configuration().setLong("mapreduce.input.fileinputformat.split.maxsize", 1500);
    assertThat(runner.run(input, "--max-bad-lines", "19")).isEqualTo(1);
    assertThat(runner.err())
        .contains("20 bad lines (limit 19)")
        .contains(input + ":100:", input + ":900:", input + ":1000:")
        .doesNotContain(input + ":1100:")
        .contains("and 10 more");
  }

  @Test
  void shouldRefuseAnEmptyGraphBeforeSubmitting() throws Exception {
    Path input = runner.write("edges", "# nothing\n\nonly-one-field\n");
    assertThat(runner.run(input, "--max-bad-lines", "5")).isEqualTo(2);
    assertThat(runner.err()).contains("the graph is empty").contains("only 1 bad lines");
    assertNothingHappened();
  }

  @Test
  void shouldNameTheFileThatCannotBeRead() throws Exception {
    Path input = runner.write("edges.gz", "a b\n");
    assertThat(runner.run(input)).isEqualTo(1);
    assertThat(runner.err()).contains(input + " cannot be read");
    assertNothingHappened();
  }

  @Test
  void shouldRefuseAMissingInput() throws Exception {
    assertThat(runner.run(directory.resolve("missing"))).isEqualTo(2);
    assertThat(runner.err()).contains(directory.resolve("missing") + " does not exist");
    assertNothingHappened();
  }

  @Test
  void shouldLeaveAnExistingOutputAsItIs() throws Exception {
    Files.createDirectories(runner.output());
    Path precious = Files.writeString(runner.output().resolve("part-m-00000"), "precious");
    assertThat(runner.run(runner.write("edges", "a b\n"))).isEqualTo(2);
    assertThat(runner.err()).contains(runner.output() + " exists already");
    assertThat(precious).hasContent("precious");
    assertThat(runner.resultNames()).containsExactly("ranks");
  }

  @Test
  void shouldRefuseWrongOptions() throws Exception {
    assertThat(runner.run(runner.write("edges", "a b\n"), "--damping", "1.5")).isEqualTo(2);
    assertThat(runner.err()).contains("--damping must be between 0.0 and 1.0: 1.5");
    assertNothingHappened();
  }

  @Test
  void shouldRemoveTheWorkDirectoryWhenAJobFails() throws Exception {
    Path input = directory.resolve("edges.gz");
    // Not gzip beyond the first member: the check sees an edge, the map fails.
    try (OutputStream out = Files.newOutputStream(input);
        GZIPOutputStream member = new GZIPOutputStream(out)) {
      member.write("a b\n".repeat(100_000).getBytes(StandardCharsets.US_ASCII));
      member.finish();
      out.write("this is no gzip member, ".repeat(99).getBytes(StandardCharsets.US_ASCII));
    }
    Path work = Files.createDirectories(directory.resolve("work"));
    assertThat(runner.run(input, "--work", work.toString())).isEqualTo(1);
    assertThat(runner.err()).contains("ended as FAILED");
    assertThat(work).isEmptyDirectory();
    assertThat(runner.resultNames()).isEmpty();
  }

  private void assertNothingHappened() throws IOException {
    assertThat(runner.resultNames()).isEmpty();
    assertThat(runner.out()).isEmpty();
    assertThat(directory.resolve("hadoop")).doesNotExist();
  }
}
