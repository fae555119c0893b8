/* SPDX-License-Identifier: Apache-2.0 */
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.NLineInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.hpcreuse.mpi.SlotMpi;

/** {@code MeetingMaps LINES INPUT OUTPUT}: a map for each line; the maps add their numbers by MPI. */
public class MeetingMaps extends Configured implements Tool {
  public static class Meets extends Mapper<LongWritable, Text, Text, LongWritable> {
    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
      int number = context.getTaskAttemptID().getTaskID().getId();
      int maps = context.getConfiguration().getInt("maps", 0);
      try {
        for (String name : new String[] {"first", "second"}) {
          Intracomm all = SlotMpi.meet(name, number, maps, Duration.ofSeconds(60));
          long[] sum = {number + 1};
          all.allReduce(sum, 1, MPI.LONG, MPI.SUM);
          context.write(
              new Text(name + ": map " + number + " is rank " + all.getRank() + " of " + all.getSize()),
              new LongWritable(sum[0]));
          SlotMpi.leave(all, Duration.ofSeconds(30));
        }
      } catch (MPIException | TimeoutException e) {
        throw new IOException(e);
      }
    }

    @Override
    protected void map(LongWritable key, Text value, Context context) {
      // All is done when the task begins.
    }
  }

  @Override
  public int run(String[] args) throws Exception {
    getConf().setInt("maps", Integer.parseInt(args[0]));
    Job job = Job.getInstance(getConf(), "meeting maps");
    job.setJarByClass(MeetingMaps.class);
    job.setMapperClass(Meets.class);
    job.setNumReduceTasks(0);
    job.setInputFormatClass(NLineInputFormat.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(LongWritable.class);
    NLineInputFormat.addInputPath(job, new Path(args[1]));
    FileOutputFormat.setOutputPath(job, new Path(args[2]));
    return job.waitForCompletion(true) ? 0 : 1;
  }

  public static void main(String[] args) throws Exception {
    System.exit(ToolRunner.run(new MeetingMaps(), args));
  }
}
