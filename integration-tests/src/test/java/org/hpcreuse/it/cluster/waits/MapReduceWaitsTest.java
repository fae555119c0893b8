/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.cluster.waits;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hpcreuse.it.harness.cluster.Client;
import org.hpcreuse.it.harness.cluster.Cluster;
import org.hpcreuse.it.harness.cluster.ClusterExtension;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A job with stock heartbeats, in which the waits of MapReduce end with events. */
class MapReduceWaitsTest {
  private static final String OURS = "org.hpcreuse.hadoop.waits";
  private static final Pattern ASKED =
      Pattern.compile("asked the ResourceManager (\\d+) times, (\\d+) of them early");

  @RegisterExtension static final ClusterExtension REUSE = ClusterExtension.of(Cluster.Mode.REUSE);

  @Test
  void shouldEndTheSleepsOfAMasterWithEvents() throws Exception {
    Client job = pi(REUSE.cluster());

    String log = masterLog(REUSE.cluster(), job);
    Matcher asked = ASKED.matcher(log);
    assertThat(asked.find()).as(log).isTrue();
    assertThat(Integer.parseInt(asked.group(2))).as(asked.group()).isPositive();
    assertThat(log)
        .containsPattern("waited \\d+ ms for clients; 1 of 1 know the job's final state");
  }

  @Nested
  @Tag("many-jobs")
  class WithTheStockSleeps {
    @RegisterExtension
    static final ClusterExtension STOCK =
        ClusterExtension.own(Cluster.Mode.REUSE, "hpc-reuse.mapreduce-waits=stock");

    @Test
    void shouldSleepAsStockHadoop() throws Exception {
      Client job = pi(STOCK.cluster());

      assertThat(masterLog(STOCK.cluster(), job))
          .contains("Calling stop for all the services")
          .doesNotContain(OURS);
    }
  }

  /** A client of such a job gets all that it asks for. */
  private static Client pi(Cluster cluster) throws Exception {
    long forked = cluster.forked();
    Client job =
        cluster.hadoop(
            "examples",
            "pi",
            "-Dyarn.app.mapreduce.am.scheduler.heartbeat.interval-ms=1000",
            "2",
            "10");
    assertThat(job.text())
        .contains("Job Finished", "Estimated value of Pi is 3.8")
        .doesNotContain("Retrying connect to server");
    assertThat(job.counters()).containsEntry("Job Counters: Launched map tasks", 2L);
    cluster.awaitIdle();
    assertThat(cluster.forked()).isEqualTo(forked);
    return job;
  }

  private static String masterLog(Cluster cluster, Client job) throws IOException {
    Path logs = cluster.home().resolve("logs/userlogs").resolve(job.application());
    return Files.readString(logs.resolve(cluster.container(job, 1, 1)).resolve("syslog"));
  }
}
