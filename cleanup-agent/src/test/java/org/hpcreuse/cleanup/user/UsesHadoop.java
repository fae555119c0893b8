/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.user;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.FileSystemCounter;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.counters.Limits;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.util.ReflectionUtils;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.log4j.Logger;

/**
 * Uses much of Hadoop, as a job does, and says what came of it: twice the same, or it was spoilt.
 */
public final class UsesHadoop implements Function<java.nio.file.Path, String> {
  private final StringBuilder seen = new StringBuilder();

  @Override
  public String apply(java.nio.file.Path directory) {
    try {
      Logger.getLogger(UsesHadoop.class).info("uses Hadoop");
      JobConf conf = new JobConf(new YarnConfiguration());
      say("defaults", conf.size() > 1_000);
      say("deprecated", deprecated(conf));
      files(conf, new Path(directory.toUri()));
      user();
      counters();
      say("comparator", WritableComparator.get(Text.class, conf).getClass());
      say("instance", ReflectionUtils.newInstance(Text.class, conf));
      say("resource", Resource.newInstance(1_024, 2));
      DefaultMetricsSystem.initialize("UsesHadoop");
      DefaultMetricsSystem.shutdown();
      return seen.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String deprecated(Configuration conf) {
    conf.set("mapred.job.name", "a name");
    return conf.get("mapreduce.job.name");
  }

  private void files(Configuration conf, Path directory) throws IOException {
    FileSystem files = FileSystem.get(directory.toUri(), conf);
    Path file = new Path(directory, "text");
    try (FSDataOutputStream out = files.create(file)) {
      out.writeUTF("content");
    }
    say("length", files.getFileStatus(file).getLen());
    Path sequence = new Path(directory, "sequence");
    try (SequenceFile.Writer out =
        SequenceFile.createWriter(
            conf,
            SequenceFile.Writer.file(sequence),
            SequenceFile.Writer.keyClass(Text.class),
            SequenceFile.Writer.valueClass(Text.class))) {
      out.append(new Text("key"), new Text("value"));
    }
    try (SequenceFile.Reader in =
        new SequenceFile.Reader(conf, SequenceFile.Reader.file(sequence))) {
      Text key = new Text();
      Text value = new Text();
      say("record", in.next(key, value));
      say("key", key);
      say("value", value);
    }
    say("counted", files.getStorageStatistics().getLong("bytesWritten"));
    IOUtils.closeStream(files);
  }

  private void user() throws IOException {
    UserGroupInformation user = UserGroupInformation.getCurrentUser();
    say("tokens", user.getTokens().size());
    user.addToken(new Token<>(new byte[] {1}, new byte[] {2}, new Text("kind"), new Text("at")));
    say("method", user.getAuthenticationMethod());
    say("secure", UserGroupInformation.isSecurityEnabled());
  }

  private void counters() {
    Counters counters = new Counters();
    counters.incrCounter(TaskCounter.MAP_INPUT_RECORDS, 3);
    counters.findCounter("file", FileSystemCounter.BYTES_READ).increment(4);
    counters.incrCounter("mine", "own", 5);
    say("counters", counters.makeCompactString());
    say("limit", Limits.getCountersMax());
  }

  private void say(String what, Object value) {
    seen.append(what).append(": ").append(value).append('\n');
  }
}
