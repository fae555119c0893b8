/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.kmeans;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** Adds up the points of each centre; writes one record a centre at its end. */
public final class NearestMapper extends Mapper<LongWritable, BytesWritable, IntWritable, Text> {
  /** Setting of the job: the centres. */
  static final String CENTRES = "hpc-reuse.kmeans.centres";

  private Centres centres;
  private Sums sums;

  @Override
  protected void setup(Context context) {
    centres = Centres.parse(context.getConfiguration().get(CENTRES));
    sums = new Sums(centres.count());
  }

  @Override
  protected void map(LongWritable offset, BytesWritable point, Context context) {
    ByteBuffer bytes = ByteBuffer.wrap(point.getBytes());
    double x = bytes.getDouble(0);
    double y = bytes.getDouble(Double.BYTES);
    sums.add(centres.nearest(x, y), x, y, 1);
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    for (int i = 0; i < centres.count(); i++) {
      context.write(
          new IntWritable(i), new Text(sums.x(i) + " " + sums.y(i) + " " + sums.count(i)));
    }
  }
}
