/* SPDX-License-Identifier: Apache-2.0 */

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.serialization.SimpleStringEncoder;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * {@code FlinkProgram RECORDS MICROS OUTPUT}: sums up numbers by key, each number once whatever
 * fails, and writes each sum. A record takes so many microseconds. Each task prints when it begins.
 */
public final class FlinkProgram {
  private static final int KEYS = 10;

  private FlinkProgram() {}

  /** Makes a pair of a number and its key. */
  private static final class Keyed extends RichMapFunction<Long, Tuple2<Long, Long>> {
    private final long nanos;

    Keyed(long nanos) {
      this.nanos = nanos;
    }

    @Override
    public void open(OpenContext context) {
      System.out.println("task begins at " + System.currentTimeMillis());
    }

    @Override
    public Tuple2<Long, Long> map(Long number) {
      LockSupport.parkNanos(nanos);
      return Tuple2.of(number % KEYS, number);
    }
  }

  /** Runs to the end of the numbers. */
  public static void main(String[] args) throws Exception {
    long nanos = Long.parseLong(args[1]) * 1000;
    StreamExecutionEnvironment flink = StreamExecutionEnvironment.getExecutionEnvironment();
    flink.enableCheckpointing(Duration.ofMillis(500).toMillis());
    flink
        .fromSequence(1, Long.parseLong(args[0]))
        .map(new Keyed(nanos))
        .returns(Types.TUPLE(Types.LONG, Types.LONG))
        .keyBy(pair -> pair.f0)
        .sum(1)
        .map(pair -> pair.f0 + " " + pair.f1)
        .sinkTo(
            FileSink.forRowFormat(new Path(args[2]), new SimpleStringEncoder<String>()).build());
    flink.execute("sums");
  }
}
