/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/**
 * Small files that tasks leave for the driver beside a job's output. They are written into the
 * attempt's own directory, so that only those of successful attempts appear, and begin with an
 * underscore, so that the next job does not read them as input.
 */
record SideFiles(String name) {
  /** One a reducer: {@link GraphSummary}. */
  static final SideFiles SUMMARY = new SideFiles("_summary");

  /** One a map of the first job: what it saw in its split. */
  static final SideFiles SPLIT = new SideFiles("_split");

  /** Writes the content into the directory of a task attempt. */
  void write(TaskInputOutputContext<?, ?, ?, ?> task, Writable content)
      throws IOException, InterruptedException {
    Path directory = FileOutputFormat.getWorkOutputPath(task);
    Path file = new Path(directory, FileOutputFormat.getUniqueFile(task, name, ""));
    try (FSDataOutputStream out = file.getFileSystem(task.getConfiguration()).create(file)) {
      content.write(out);
    }
  }

  /** Reads all of them, in the order of their names. */
  <T extends Writable> List<T> readAll(
      Configuration configuration, Path output, Supplier<T> factory) throws IOException {
    FileSystem fileSystem = output.getFileSystem(configuration);
    List<Path> files = new ArrayList<>();
    for (FileStatus status : fileSystem.listStatus(output, p -> p.getName().startsWith(name))) {
      files.add(status.getPath());
    }
    files.sort(Comparator.naturalOrder());
    List<T> contents = new ArrayList<>();
    for (Path file : files) {
      T content = factory.get();
      try (FSDataInputStream in = fileSystem.open(file)) {
        content.readFields(in);
      }
      contents.add(content);
    }
    return contents;
  }
}
