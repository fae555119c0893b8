/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.samples.Sample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OutputCheckTest {
  @TempDir Path dir;

  private OutputCheck.Verdict check(String key, String fork, String reuse) throws IOException {
    return new OutputCheck(dir)
        .check("w", List.of(sample(Arm.FORK, key, fork), sample(Arm.REUSE, key, reuse)));
  }

  private static Sample sample(Arm arm, String key, String value) {
    return new Sample("w", arm, 0, 0, 0, List.of(), List.of(), Map.of(key, value), Map.of());
  }

  private OutputCheck.Verdict ranks(String fork, String reuse) throws IOException {
    Files.writeString(dir.resolve("a.tsv"), fork);
    Files.writeString(dir.resolve("b.tsv"), reuse);
    return check("ranks", "file:a.tsv", "file:b.tsv");
  }

  @Test
  void shouldFindEqualTextsEqual() throws IOException {
    assertThat(check("sha256", "ab", "ab").equal()).isTrue();
  }

  @Test
  void shouldShowBothTextsWhenTheyDiffer() throws IOException {
    OutputCheck.Verdict verdict = check("sha256", "ab", "cd");

    assertThat(verdict.equal()).isFalse();
    assertThat(verdict.lines().get(0)).contains("DIFFER", "ab in fork", "cd in reuse");
  }

  @Test
  void shouldAllowRanksToDifferByLessThanTheLimit() throws IOException {
    assertThat(ranks("a\t0.25\nb\t0.75\n", "b\t0.7500000001\na\t0.25\n").equal()).isTrue();
    assertThat(ranks("a\t0.25\nb\t0.75\n", "a\t0.25\nb\t0.75000001\n").equal()).isFalse();
  }

  @Test
  void shouldNotFindRanksEqualWhenANodeIsMissing() throws IOException {
    assertThat(ranks("a\t0.25\nb\t0.75\n", "a\t0.25\n").equal()).isFalse();
    assertThat(ranks("a\t0.25\n", "a\t0.25\nb\t0.75\n").equal()).isFalse();
    assertThat(ranks("a\t0.25\n", "a\tNaN\n").equal()).isFalse();
  }

  @Test
  void shouldCompareEachNumberOfALine() throws IOException {
    OutputCheck.Verdict verdict = ranks("a\t1.5\t2.5\n", "a\t1.5\t2.5\n");
    assertThat(verdict.equal()).isTrue();
    assertThat(verdict.lines().get(0)).contains("2 numbers");
    assertThat(ranks("a\t1.5\t2.5\n", "a\t1.5\t2.6\n").equal()).isFalse();
    assertThat(ranks("a\t1.5\t2.5\n", "a\t1.5\n").equal()).isFalse();
  }

  @Test
  void shouldNotFindNothingEqualToNothing() throws IOException {
    assertThat(ranks("", "").equal()).isFalse();
    Sample without = new Sample("w", Arm.FORK, 0, 0, 0, List.of(), List.of(), Map.of(), Map.of());
    OutputCheck.Verdict none = new OutputCheck(dir).check("w", List.of(without, without));
    assertThat(none.equal()).isFalse();
    assertThat(none.lines())
        .containsExactly("w: no output of 2 samples DIFFER (nothing to compare)");
  }

  @Test
  void shouldNotOverlookWhatOnlyALaterSampleHas() throws IOException {
    Sample first = sample(Arm.FORK, "sha256", "ab");
    Sample second =
        new Sample(
            "w",
            Arm.REUSE,
            0,
            0,
            0,
            List.of(),
            List.of(),
            Map.of("sha256", "ab", "more", "x"),
            Map.of());

    OutputCheck.Verdict verdict = new OutputCheck(dir).check("w", List.of(first, second));

    assertThat(verdict.equal()).isFalse();
    assertThat(verdict.lines()).anyMatch(line -> line.contains("nothing in fork, x in reuse"));
  }
}
