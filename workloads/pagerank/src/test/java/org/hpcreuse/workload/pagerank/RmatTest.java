/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RmatTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void shouldMakeTheSameGraphFromTheSameSeedForever() {
    List<String> lines = generate("--scale", "10", "--edges-per-node", "4", "--seed", "42");
    assertThat(lines).hasSize(3 + 4096).isEqualTo(generateAgain("42"));
    assertThat(String.join("\n", lines).hashCode()).isEqualTo(-2_091_090_401);
    assertThat(generateAgain("43")).isNotEqualTo(lines);
  }

  @Test
  void shouldMakeSkewedDegreesWithinTheScale() {
    long[] degrees = new long[1 << 10];
    generate("--scale", "10").stream()
        .skip(3)
        .map(line -> line.split("\t", -1))
        .forEach(fields -> degrees[Integer.parseInt(fields[0])]++);
    // The first node's share is (a + b)^scale = 0.76^10 = 6.4 %; an even share would be 0.1 %.
    assertThat(degrees[0]).isBetween(900L, 1200L);
  }

  @Test
  void shouldCompressWhenTheNameSaysSo(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("graph.txt.gz");
    assertThat(run("--scale", "5", "--output", file.toString())).isZero();
    try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.US_ASCII).lines()).hasSize(515);
    }
    assertThat(run("--scale", "5", "--output", file.toString())).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains(file + " exists already");
  }

  @Test
  void shouldSayWhatIsWrong() {
    assertThat(run("--scale", "41")).isEqualTo(2);
    assertThat(run("--scale")).isEqualTo(2);
    assertThat(run()).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "rmat: --scale must be between 1 and 40: 41",
            "rmat: --scale needs a value",
            "rmat: --scale is missing (--help shows the usage)");
  }

  private List<String> generateAgain(String seed) {
    return generate("--scale", "10", "--edges-per-node", "4", "--seed", seed).stream()
        .map(line -> line.replace("seed " + seed, "seed 42"))
        .toList();
  }

  private List<String> generate(String... words) {
    out.reset();
    assertThat(run(words)).isZero();
    return out.toString(StandardCharsets.US_ASCII).lines().toList();
  }

  private int run(String... words) {
    return Rmat.run(
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        words);
  }
}
