/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.hpcreuse.bench.Entry.Outcome;
import org.hpcreuse.bench.Entry.Sample;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.Commands;
import org.hpcreuse.bench.workload.Workload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JobRunTest {
  @TempDir Path dir;

  /** A job that computes this, when a command has ended well. */
  private record Fixed(Map<String, String> outputs, Duration takes) implements Workload {
    @Override
    public String name() {
      return "w";
    }

    @Override
    public void prepare(Cluster cluster) {}

    @Override
    public void run(Cluster cluster, String label) throws IOException, InterruptedException {
      if (outputs.isEmpty()) {
        throw new IOException("no cluster");
      }
      Thread.sleep(takes.toMillis());
    }

    @Override
    public Map<String, String> collect(Cluster cluster, String label, Path directory) {
      return outputs;
    }
  }

  private Campaign.JobRun.End end(Duration takes, Duration limit, Map<String, String> outputs)
      throws Exception {
    Sample reference =
        new Sample(
            "w",
            Arm.REUSE,
            0,
            0,
            0,
            List.of(),
            List.of(),
            Map.of("sha256", "ab", "ranks", "file:a.tsv"),
            Map.of());
    Cluster cluster = new Cluster(Arm.REUSE, dir, new Commands(dir.resolve("no"), dir));
    Path report = Path.of("report/report.py").toAbsolutePath();
    return new Campaign.JobRun(new Fixed(outputs, takes), cluster, "1", dir)
        .await(limit)
        .comparedWith(reference, dir, report);
  }

  private Campaign.JobRun.End end(String digest, String ranks) throws Exception {
    Files.writeString(dir.resolve("a.tsv"), "a\t0.25\n");
    Files.writeString(dir.resolve("b.tsv"), ranks);
    Map<String, String> outputs = Map.of("sha256", digest, "ranks", "file:b.tsv");
    return end(Duration.ZERO, Duration.ofMinutes(1), outputs);
  }

  @Test
  void shouldEndWellWithTheUndisturbedOutput() throws Exception {
    assertThat(end("ab", "a\t0.25\n").outcome()).isEqualTo(Outcome.WELL);
    assertThat(end("ab", "a\t0.2500000001\n").outcome()).as("near enough").isEqualTo(Outcome.WELL);
  }

  @Test
  void shouldTellHowAnOutputDiffers() throws Exception {
    assertThat(end("cd", "a\t0.25\n"))
        .satisfies(
            end -> assertThat(end.outcome()).isEqualTo(Outcome.WRONG),
            end ->
                assertThat(end.detail()).contains("sha256 of 2 samples DIFFER (ab in reuse, cd"));
    assertThat(end("ab", "a\t0.26\n").outcome()).isEqualTo(Outcome.WRONG);
    Files.writeString(dir.resolve("a.tsv"), "");
    Map<String, String> nothing = Map.of("sha256", "ab", "ranks", "file:a.tsv");
    assertThat(end(Duration.ZERO, Duration.ofMinutes(1), nothing).outcome())
        .as("nothing is not equal to nothing")
        .isEqualTo(Outcome.WRONG);
  }

  @Test
  void shouldTellWhyAJobHasFailedOrHung() throws Exception {
    assertThat(end(Duration.ZERO, Duration.ofMinutes(1), Map.of()))
        .extracting(Campaign.JobRun.End::outcome, Campaign.JobRun.End::detail)
        .containsExactly(Outcome.FAILED, "no cluster");
    assertThat(end(Duration.ofMinutes(1), Duration.ofMillis(10), Map.of("sha256", "ab")))
        .extracting(Campaign.JobRun.End::outcome, Campaign.JobRun.End::detail)
        .containsExactly(Outcome.HUNG, "not over within 0 s");
  }
}
