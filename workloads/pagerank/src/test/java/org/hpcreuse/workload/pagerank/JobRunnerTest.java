/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

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
    try (JobRunner runner = new JobRunner(new PrintStream(OutputStream.nullOutputStream()))) {
      runner.kill();
      Job job = Job.getInstance(new Configuration(), "late");
      assertThatThrownBy(() -> runner.run(job))
          .isInstanceOf(PageRankException.class)
          .hasMessage("stopped before job late");
    }
  }

  private static final int END_S = 90;

  @TempDir Path directory;

  @Test
  @Timeout(value = 3, unit = TimeUnit.MINUTES)
  void shouldRemoveTheWorkDirectoryWhenTheDriverIsTerminated() throws Exception {
    Path input = Files.writeString(directory.resolve("edges"), "a b\nb c\nc a\nd a\n");
    Path results = Files.createDirectories(directory.resolve("results"));
    Path log = directory.resolve("stderr");
    Process driver = start(input, results.resolve("ranks"), log);
    try (BufferedReader out = driver.inputReader()) {
      String line = out.readLine();
      while (line != null && !line.startsWith("iteration  1 ")) {
        line = out.readLine();
      }
      assertThat(line).as(Files.readString(log)).isNotNull();
      assertThat(results).isNotEmptyDirectory();
      driver.destroy();
      assertThat(driver.waitFor(END_S, TimeUnit.SECONDS)).as("ended in %d s", END_S).isTrue();
      assertThat(results).isEmptyDirectory();
      assertThat(log).content().contains("pagerank: stopped ");
    } finally {
      driver.destroyForcibly();
    }
  }

  private Process start(Path input, Path output, Path log) throws Exception {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            PageRank.class.getName(),
            "-Dhadoop.tmp.dir=" + directory.resolve("hadoop"),
            input.toString(),
            output.toString(),
            "--iterations",
            "100000");
    return new ProcessBuilder(command).redirectError(log.toFile()).start();
  }
}
