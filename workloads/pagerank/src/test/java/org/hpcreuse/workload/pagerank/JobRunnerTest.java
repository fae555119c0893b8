/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Test;

final class JobRunnerTest {
  @Test
  void shouldAskMoreOftenThanHadoopWhetherAJobIsDone() {
    Configuration configuration = new JobConf();
    JobRunner.setPollInterval(configuration);
    assertThat(Job.getCompletionPollInterval(configuration)).isEqualTo(100);
  }

  /** As the driver makes it: Hadoop reads its defaults of MapReduce when the first job is made. */
  @Test
  void shouldDoSoInJobsOfAConfigurationWithoutTheDefaultsOfMapReduce() throws Exception {
    Configuration configuration = new Configuration();
    JobRunner.setPollInterval(configuration);
    Job job = Job.getInstance(configuration, "job");
    assertThat(Job.getCompletionPollInterval(job.getConfiguration())).isEqualTo(100);
  }

  @Test
  void shouldKeepTheIntervalThatTheUserSet() {
    Configuration configuration = new JobConf();
    configuration.setInt(Job.COMPLETION_POLL_INTERVAL_KEY, 700);
    JobRunner.setPollInterval(configuration);
    assertThat(Job.getCompletionPollInterval(configuration)).isEqualTo(700);
  }

  @Test
  void shouldStartNoJobAfterTheStop() throws Exception {
    JobRunner runner = new JobRunner();
    runner.stop();
    Job job = Job.getInstance(new Configuration(), "late");
    assertThatThrownBy(() -> runner.run(job))
        .isInstanceOf(PageRankException.class)
        .hasMessage("stopped before job late");
  }
}
