/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.Waits;
import org.hpcreuse.it.harness.cluster.Cluster;
import org.hpcreuse.it.harness.cluster.ClusterExtension;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Jobs end well, with the right output, whatever part of the cluster dies under them. */
class FaultsTest {
  @RegisterExtension static final ClusterExtension REUSE = ClusterExtension.of(Cluster.Mode.REUSE);

  @Test
  void shouldPassAShortFaultCampaign() throws Exception {
    campaign("3", "--faults", "slot_kill,pool_manager_kill,node_manager_kill");
  }

  @Test
  @Tag("many-jobs")
  void shouldPassAFaultCampaignWithEveryKindThatStrikesJobs() throws Exception {
    campaign("14");
  }

  private static void campaign(String strikes, String... more) throws Exception {
    Cluster cluster = REUSE.cluster();
    cluster.awaitIdle();
    Path results = Files.createDirectories(cluster.dir().resolve("faults-" + strikes));

    List<String> words = new ArrayList<>();
    words.add(Installation.root().resolve("bin/hpc-reuse").toString());
    words.addAll(List.of("bench", "faults", "--strikes", strikes, "--seed", "4"));
    words.addAll(List.of(more));
    words.addAll(List.of("--jobs", "wordcount", "--cluster", cluster.home().toString()));
    words.addAll(List.of("--results", results.toString()));
    Path log = results.resolve("campaign.log");
    Process campaign =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(log.toFile())
            .start();
    try {
      assertThat(campaign.waitFor(Waits.CAMPAIGN.toSeconds(), TimeUnit.SECONDS))
          .as(() -> "the end of a campaign of " + strikes + " strikes; see " + log)
          .isTrue();
      assertThat(campaign.exitValue()).as(Files.readString(log)).isZero();
    } finally {
      campaign.descendants().forEach(ProcessHandle::destroy);
      campaign.destroy();
    }
    try (Stream<String> lines = Files.lines(log)) {
      assertThat(lines).contains("- all as it must be");
    }
  }
}
