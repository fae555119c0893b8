/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.job;

import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/**
 * A job of one map, or more where the input is split, and no reduce: {@code OneMap [-D key=value]…
 * MAPPER INPUT OUTPUT}; MAPPER is one of the classes in here.
 */
public final class OneMap extends Configured implements Tool {
  /** Port of the test's gate, for mappers that tell how far they have come. */
  public static final String GATE = "it.gate";

  /** Runs the job; the exit status is 0 when it has succeeded. */
  public static void main(String[] words) throws Exception {
    System.exit(ToolRunner.run(new Configuration(), new OneMap(), words));
  }

  @Override
  public int run(String[] words) throws Exception {
    Job job = Job.getInstance(getConf(), "one map: " + words[0]);
    job.setJarByClass(OneMap.class);
    job.getConfiguration().set("mapreduce.job.map.class", getClass().getName() + "$" + words[0]);
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(Text.class);
    FileInputFormat.addInputPath(job, new Path(words[1]));
    FileOutputFormat.setOutputPath(job, new Path(words[2]));
    return job.waitForCompletion(true) ? 0 : 1;
  }

  /** Does its work once, whatever the input holds. */
  private abstract static class Once extends Mapper<Object, Text, NullWritable, Text> {
    @Override
    public void run(Context context) throws java.io.IOException, InterruptedException {
      work(context);
    }

    abstract void work(Context context) throws java.io.IOException, InterruptedException;

    static Socket arrive(Context context) throws java.io.IOException {
      int port = context.getConfiguration().getInt(GATE, 0);
      return new Socket(InetAddress.getLoopbackAddress(), port);
    }
  }

  /** Writes which Jackson it sees, and where from. */
  public static final class SeesJackson extends Once {
    @Override
    void work(Context context) throws java.io.IOException, InterruptedException {
      var version = com.fasterxml.jackson.core.json.PackageVersion.VERSION;
      context.write(NullWritable.get(), new Text("jackson " + version));
    }
  }

  /** Holds more memory than it has asked for, outside of the heap, until it is killed. */
  public static final class HoldsMemory extends Once {
    private static final int MEGABYTES = 300;

    @Override
    void work(Context context) throws java.io.IOException, InterruptedException {
      ByteBuffer[] blocks = new ByteBuffer[MEGABYTES];
      for (int i = 0; i < blocks.length; i++) {
        blocks[i] = ByteBuffer.allocateDirect(1 << 20);
      }
      try (Socket gate = arrive(context)) {
        gate.getInputStream().read();
      }
      context.write(NullWritable.get(), new Text("held " + blocks.length));
    }
  }

  /**
   * Maps 16 GiB of address space, far more than 28 times what it has asked for, and touches none of
   * it, until it is killed.
   */
  public static final class MapsMemory extends Once {
    private static final int MAPPINGS = 16;

    @Override
    void work(Context context) throws java.io.IOException, InterruptedException {
      ByteBuffer[] mappings = new ByteBuffer[MAPPINGS];
      try (RandomAccessFile file = new RandomAccessFile("sparse", "rw");
          FileChannel channel = file.getChannel()) {
        for (int i = 0; i < mappings.length; i++) {
          mappings[i] = channel.map(FileChannel.MapMode.READ_WRITE, 0, 1 << 30);
        }
      }
      try (Socket gate = arrive(context)) {
        gate.getInputStream().read();
      }
      context.write(NullWritable.get(), new Text("mapped " + mappings.length));
    }
  }

  /** Tells the gate, then computes for ever without looking at interrupts. */
  public static final class LoopsForEver extends Once {
    private static volatile long count;

    @Override
    void work(Context context) throws java.io.IOException {
      arrive(context).close();
      while (count >= 0) {
        count = (count + 1) & Integer.MAX_VALUE;
      }
    }
  }

  /** Waits at the gate. */
  public static final class WaitsAtGate extends Once {
    @Override
    void work(Context context) throws java.io.IOException, InterruptedException {
      try (Socket gate = arrive(context)) {
        gate.getInputStream().read();
      }
      context.write(NullWritable.get(), new Text("passed"));
    }
  }

  /** Its first attempt waits at the gate, the next one does not. */
  public static final class FirstWaitsAtGate extends Once {
    @Override
    void work(Context context) throws java.io.IOException, InterruptedException {
      if (context.getTaskAttemptID().getId() == 0) {
        try (Socket gate = arrive(context)) {
          gate.getInputStream().read();
        }
      }
      context.write(NullWritable.get(), new Text("passed"));
    }
  }

  /** The first attempt of the first map takes a second for each record. */
  public static final class SlowAtFirst extends Mapper<Object, Text, NullWritable, Text> {
    private static final long PAUSE_MS = 1_000;

    @Override
    protected void map(Object key, Text line, Context context)
        throws java.io.IOException, InterruptedException {
      TaskAttemptID attempt = context.getTaskAttemptID();
      if (attempt.getTaskID().getId() == 0 && attempt.getId() == 0) {
        Thread.sleep(PAUSE_MS);
      }
      context.write(NullWritable.get(), line);
    }
  }

  /** Blocks in a system call that no interrupt ends: opens a fifo that nobody writes to. */
  public static final class BlocksNatively extends Once {
    @Override
    void work(Context context) throws java.io.IOException, InterruptedException {
      if (new ProcessBuilder("mkfifo", "fifo").start().waitFor() != 0) {
        throw new java.io.IOException("mkfifo failed");
      }
      arrive(context).close();
      new java.io.FileInputStream("fifo").close();
    }
  }

  /** Its first attempt has the JVM crash; the next one writes. */
  public static final class CrashesOnce extends Once {
    @Override
    void work(Context context) throws java.io.IOException, InterruptedException {
      if (context.getTaskAttemptID().getId() == 0) {
        crash();
      }
      context.write(NullWritable.get(), new Text("survived"));
    }

    private static void crash() {
      try {
        Field field = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Object unsafe = field.get(null);
        unsafe.getClass().getMethod("putAddress", long.class, long.class).invoke(unsafe, 0L, 0L);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Ends its process while it writes a file into HDFS, beside its output. */
  private abstract static class HalfWrites extends Once {
    static final int STATUS = 5;

    @Override
    void work(Context context) throws java.io.IOException {
      Path file = FileOutputFormat.getOutputPath(context).suffix("-half");
      try (FSDataOutputStream out = file.getFileSystem(context.getConfiguration()).create(file)) {
        out.writeBytes("half");
        out.hflush();
        end();
        out.writeBytes("other half");
      } finally {
        System.out.println("finally");
      }
    }

    abstract void end();
  }

  /** Ends it at once. */
  public static final class HalfWritesAndHalts extends HalfWrites {
    @Override
    void end() {
      Runtime.getRuntime().halt(STATUS);
    }
  }

  /** Ends it in order, with its shutdown hooks; Hadoop's would close the file. */
  public static final class HalfWritesAndExits extends HalfWrites {
    @Override
    void end() {
      org.apache.hadoop.util.ShutdownHookManager.get().clearShutdownHooks();
      System.exit(STATUS);
    }
  }

  /** Says something on both streams and fails with a status of its own. */
  public static final class FailsLoudly extends Once {
    private static final int STATUS = 9;

    @Override
    void work(Context context) {
      System.out.println("said on stdout");
      System.err.println("said on stderr");
      System.exit(STATUS);
    }
  }

  /** Uses the processor and the collector much; or, when {@link #BURNS} is not set, little. */
  public static final class Burns extends Once {
    /** Processor time to use, milliseconds; a hundred collections come with it. */
    public static final String BURNS = "it.burn-ms";

    private static final int COLLECTIONS = 100;

    @Override
    void work(Context context) throws java.io.IOException, InterruptedException {
      int burnMs = context.getConfiguration().getInt(BURNS, 0);
      for (int i = 0; burnMs > 0 && i < COLLECTIONS; i++) {
        System.gc();
      }
      ThreadMXBean threads = ManagementFactory.getThreadMXBean();
      long end = threads.getCurrentThreadCpuTime() + TimeUnit.MILLISECONDS.toNanos(burnMs);
      long sum = 0;
      while (threads.getCurrentThreadCpuTime() < end) {
        sum += System.nanoTime();
      }
      context.write(NullWritable.get(), new Text("burnt " + (sum != 0 ? burnMs : 0)));
    }
  }
}
