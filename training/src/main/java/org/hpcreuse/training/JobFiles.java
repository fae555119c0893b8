/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.training;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.map.TokenCounterMapper;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;
import org.apache.hadoop.mapreduce.split.JobSplitWriter;
import org.apache.hadoop.mapreduce.v2.jobhistory.JHAdminConfig;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * What a client would have left for the ApplicationMaster: job.xml, the splits and the input, on
 * the local file system below one directory. The job counts words.
 */
final class JobFiles {
  private static final int MAPS = 4;
  private static final int WORDS_PER_MAP = 4_000;
  private static final int VOCABULARY = 500;

  private final Path directory;
  private final Path submitted;
  private final Job job;

  /**
   * For a job in {@code directory}; writes nothing yet.
   *
   * @param attempt the attempt that will run it
   */
  JobFiles(Path directory, ApplicationAttemptId attempt) throws IOException {
    this.directory = directory;
    String id =
        String.format(
            "job_%d_%04d",
            attempt.getApplicationId().getClusterTimestamp(), attempt.getApplicationId().getId());
    String user = UserGroupInformation.getCurrentUser().getShortUserName();
    submitted = directory.resolve("staging").resolve(user).resolve(".staging").resolve(id);
    job = Job.getInstance(defaults());
    Configuration conf = job.getConfiguration();
    conf.set("mapreduce.job.dir", submitted.toUri().toString());
    conf.set(MRJobConfig.USER_NAME, user);
    job.setJobName("training");
    job.setMapperClass(TokenCounterMapper.class);
    job.setCombinerClass(IntSumReducer.class);
    job.setReducerClass(IntSumReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(input().toUri()));
    FileOutputFormat.setOutputPath(
        job, new org.apache.hadoop.fs.Path(directory.resolve("output").toUri()));
  }

  /** The job's configuration; that of the site where the job does not need its own. */
  Configuration configuration() {
    return job.getConfiguration();
  }

  /** Where tasks keep what they spill. */
  Path localDirectory() {
    return directory.resolve("local");
  }

  private Path input() {
    return directory.resolve("input");
  }

  private Configuration defaults() {
    Configuration conf = new YarnConfiguration();
    conf.set(CommonConfigurationKeysPublic.FS_DEFAULT_NAME_KEY, "file:///");
    conf.set(CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTHENTICATION, "simple");
    conf.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
    conf.setBoolean(YarnConfiguration.RM_HA_ENABLED, false);
    conf.setBoolean(YarnConfiguration.TIMELINE_SERVICE_ENABLED, false);
    conf.setBoolean("mapreduce.job.emit-timeline-data", false);
    conf.set(MRConfig.FRAMEWORK_NAME, MRConfig.YARN_FRAMEWORK_NAME);
    conf.set(MRConfig.LOCAL_DIR, localDirectory().toString());
    conf.set(MRJobConfig.MR_AM_STAGING_DIR, directory.resolve("staging").toString());
    conf.set(
        JHAdminConfig.MR_HISTORY_INTERMEDIATE_DONE_DIR, directory.resolve("history").toString());
    conf.setBoolean("mapred.mapper.new-api", true);
    conf.setBoolean("mapred.reducer.new-api", true);
    conf.setInt(MRJobConfig.NUM_REDUCES, 1);
    conf.setBoolean(MRJobConfig.JOB_UBERTASK_ENABLE, false);
    conf.setBoolean(MRJobConfig.MAP_SPECULATIVE, false);
    conf.setBoolean(MRJobConfig.REDUCE_SPECULATIVE, false);
    conf.setInt(MRJobConfig.IO_SORT_MB, 2);
    // The node runs one task at a time: a reduce that came first would wait for maps for ever.
    conf.setFloat(MRJobConfig.COMPLETED_MAPS_FOR_REDUCE_SLOWSTART, 1);
    conf.setInt(MRJobConfig.MR_AM_TO_RM_HEARTBEAT_INTERVAL_MS, 50);
    return conf;
  }

  /**
   * Writes all files.
   *
   * @param scheduler where the ApplicationMaster finds its scheduler
   */
  void write(InetSocketAddress scheduler) throws IOException, InterruptedException {
    Configuration conf = job.getConfiguration();
    conf.set(
        YarnConfiguration.RM_SCHEDULER_ADDRESS,
        scheduler.getHostString() + ":" + scheduler.getPort());
    Files.createDirectories(submitted);
    Files.createDirectories(localDirectory());
    Files.createDirectories(input());
    List<FileSplit> splits = new ArrayList<>();
    for (int map = 0; map < MAPS; map++) {
      Path file = input().resolve("part-" + map);
      Files.writeString(file, words(map));
      splits.add(
          new FileSplit(
              new org.apache.hadoop.fs.Path(file.toUri()),
              0,
              Files.size(file),
              new String[] {TrainingJob.HOST}));
    }
    org.apache.hadoop.fs.Path to = new org.apache.hadoop.fs.Path(submitted.toUri());
    JobSplitWriter.createSplitFiles(
        to, conf, FileSystem.getLocal(conf), splits.toArray(new FileSplit[0]));
    for (Path copy : List.of(submitted, directory)) {
      try (OutputStream out = Files.newOutputStream(copy.resolve(MRJobConfig.JOB_CONF_FILE))) {
        conf.writeXml(out);
      }
    }
  }

  private static String words(int seed) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder();
    for (int word = 0; word < WORDS_PER_MAP; word++) {
      text.append("word").append(random.nextInt(VOCABULARY)).append(word % 10 == 9 ? '\n' : ' ');
    }
    return text.toString();
  }
}
