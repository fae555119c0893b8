/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The ranks of the sample are NetworkX's, the others follow from the definition. To make them
 * again: {@code check/check-ranks.sh graphs/debian-sample.txt --write
 * src/test/resources/debian-sample-ranks.txt} (with {@code --iterations 5} for the other file).
 */
final class PageRankTest {
  private static final Path SAMPLE = Path.of("graphs", "debian-sample.txt");

  @TempDir Path directory;
  private PageRankRunner runner;

  @BeforeEach
  void makeRunner() throws IOException {
    runner = new PageRankRunner(directory);
  }

  @Test
  void shouldAgreeWithNetworkxOnTheDebianSample() throws Exception {
    assertThat(runner.run(SAMPLE, "--tolerance", "1e-7", "--reduces", "2"))
        .as(runner.err())
        .isZero();
    assertRanks(PageRankRunner.resource("debian-sample-ranks.txt"), 1e-6);
    assertThat(runner.out()).contains("526 nodes, 2072 edges");
  }

  @Test
  void shouldDoExactlyTheIterationsAskedFor() throws Exception {
    assertThat(runner.run(SAMPLE, "--iterations", "5")).as(runner.err()).isZero();
    assertRanks(PageRankRunner.resource("debian-sample-ranks-5.txt"), 1e-12);
    assertThat(runner.out().lines().filter(line -> line.startsWith("iteration"))).hasSize(5);
  }

  @Test
  void shouldGiveTheSameBitsForAnyNumberOfMapsAndReduces() throws Exception {
    runner.run(SAMPLE, "--iterations", "4", "--reduces", "1");
    PageRankRunner other = new PageRankRunner(directory.resolve("other"));
    other.configuration().setLong("mapreduce.input.fileinputformat.split.maxsize", 5000);
    other.run(SAMPLE, "--iterations", "4", "--reduces", "3");
    assertThat(other.ranks()).hasSize(526).isEqualTo(runner.ranks());
  }

  @Test
  void shouldShareTheRankOfDanglingNodesAmongAll() throws Exception {
    runner.run(runner.write("edges", "a b\n"), "--iterations", "1", "--damping", "0.5");
    // b gets all of a's half, and a quarter of b's own half comes back to each.
    assertRanks(Map.of("a", 0.25 + 0.5 * 0.25, "b", 0.25 + 0.5 * (0.5 + 0.25)), 1e-15);
  }

  @Test
  void shouldKeepSelfLoops() throws Exception {
    runner.run(runner.write("edges", "a a\na b\nb a\n"), "--iterations", "1", "--damping", "0.5");
    assertRanks(Map.of("a", 0.25 + 0.5 * 0.75, "b", 0.25 + 0.5 * 0.25), 1e-15);
  }

  @Test
  void shouldCountDuplicateEdgesOnce() throws Exception {
    runner.run(runner.write("edges", "a b\na b\na c\nb a\nc a\n"), "--iterations", "1");
    assertThat(runner.ranks().get("b")).isEqualTo(runner.ranks().get("c"));
    assertThat(runner.out()).contains("3 nodes, 4 edges");
  }

  @Test
  void shouldReadGzipCommentsAndAnyBlanks() throws Exception {
    Path file = directory.resolve("edges.txt.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write("# SNAP\r\n\n  g++ \tlibé:any\r\n   # indented\n".getBytes(StandardCharsets.UTF_8));
    }
    assertThat(runner.run(file, "--iterations", "1")).as(runner.err()).isZero();
    assertThat(runner.ranks()).containsOnlyKeys("g++", "libé:any");
  }

  @Test
  void shouldReadAllFilesOfADirectory() throws Exception {
    Path input = Files.createDirectories(directory.resolve("in").resolve("deeper")).getParent();
    Files.writeString(input.resolve("one"), "a b\n");
    Files.writeString(input.resolve("deeper").resolve("two"), "b c\n");
    Files.writeString(input.resolve("_hidden"), "x y\n");
    assertThat(runner.run(input, "--iterations", "1")).as(runner.err()).isZero();
    assertThat(runner.ranks()).containsOnlyKeys("a", "b", "c");
  }

  @Test
  void shouldStopWhenTheChangeIsBelowTheTolerance() throws Exception {
    runner.run(runner.write("edges", "a b\nb a\nc a\n"), "--tolerance", "0.5");
    String last = runner.out().lines().filter(l -> l.startsWith("iteration")).toList().get(1);
    assertThat(last).contains("iteration  2  delta ");
    assertThat(runner.out()).contains("2 iterations");
  }

  @Test
  void shouldWriteTheRanksButFailWhenNotConverged() throws Exception {
    Path input = runner.write("edges", "a b\nb a\nc a\n");
    assertThat(runner.run(input, "--tolerance", "1e-9", "--max-iterations", "2")).isEqualTo(1);
    assertThat(runner.err()).contains("not converged").contains("2 iterations");
    assertThat(runner.ranks()).hasSize(3);
  }

  @Test
  void shouldPrintTheHighestRanksAndLeaveOnlyTheOutput() throws Exception {
    runner.run(runner.write("edges", "a c\nb c\n"), "--iterations", "3", "--top", "2");
    assertThat(runner.out().lines().toList().subList(5, 7))
        .satisfiesExactly(
            first -> assertThat(first).startsWith("c\t"),
            second -> assertThat(second).startsWith("a\t"));
    assertThat(runner.resultNames()).containsExactly("ranks");
  }

  private void assertRanks(Map<String, Double> expected, double tolerance) throws IOException {
    Map<String, Double> actual = runner.ranks();
    assertThat(actual.keySet()).isEqualTo(expected.keySet());
    expected.forEach(
        (node, rank) -> assertThat(actual.get(node)).as(node).isCloseTo(rank, within(tolerance)));
    assertThat(actual.values().stream().mapToDouble(d -> d).sum()).isCloseTo(1, within(1e-9));
  }
}
