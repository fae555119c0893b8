/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/** Lines to edges. A target is announced with no targets of its own, so that it is a node too. */
public final class EdgeMapper extends Mapper<LongWritable, Text, Text, Targets> {
  static final String COUNTER_GROUP = "PageRank";

  private final EdgeLine edge = new EdgeLine();
  private final Targets target = new Targets();
  private final Targets none = new Targets();
  private SplitReport report;

  @Override
  protected void setup(Context context) {
    FileSplit split = (FileSplit) context.getInputSplit();
    report = new SplitReport(split.getPath().toString(), split.getStart());
  }

  @Override
  protected void map(LongWritable offset, Text line, Context context)
      throws IOException, InterruptedException {
    report.countLine();
    switch (edge.parse(line)) {
      case EDGE -> {
        target.set(List.of(edge.to()));
        context.write(edge.from(), target);
        context.write(edge.to(), none);
      }
      case BAD -> {
        report.countBad(edge.fields(), line);
        context.getCounter(COUNTER_GROUP, "Bad lines").increment(1);
      }
      case IGNORED -> {}
    }
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    SideFiles.SPLIT.write(context, report);
  }
}
