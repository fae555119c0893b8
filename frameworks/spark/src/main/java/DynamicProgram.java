/* SPDX-License-Identifier: Apache-2.0 */

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.LongAccumulator;
import scala.Tuple2;

/**
 * {@code DynamicProgram}: uses what a shuffle has written when the executors that wrote it are gone,
 * with new ones.
 */
public final class DynamicProgram {
  private static final int TASKS = 12;
  private static final int RECORDS = 1000;
  private static final Duration BOUND = Duration.ofSeconds(60);

  private DynamicProgram() {}

  /** Prints how many executors there were at most, and the sums. */
  public static void main(String[] args) throws InterruptedException {
    try (SparkSession session = SparkSession.builder().appName("dynamic").getOrCreate()) {
      JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
      LongAccumulator tasks = session.sparkContext().longAccumulator("tasks");
      JavaPairRDD<Integer, Long> sums =
          context
              .parallelize(IntStream.range(0, TASKS).boxed().toList(), TASKS)
              .flatMapToPair(
                  task -> {
                    Thread.sleep(2000);
                    tasks.add(1);
                    return IntStream.range(0, RECORDS)
                        .mapToObj(i -> new Tuple2<>(i % 7, (long) task * i))
                        .iterator();
                  })
              .reduceByKey(Long::sum);
      System.out.println("keys " + sums.count());
      System.out.println("executors " + (executors(session) > 1));
      long end = System.nanoTime() + BOUND.toNanos();
      while (executors(session) > 0) {
        if (System.nanoTime() > end) {
          throw new IllegalStateException(executors(session) + " executors still idle after " + BOUND);
        }
        Thread.sleep(100);
      }
      System.out.println("executors gone");
      Map<Integer, Long> all = new TreeMap<>();
      List<Tuple2<Integer, Long>> collected = sums.collect();
      collected.forEach(sum -> all.put(sum._1(), sum._2()));
      System.out.println("sums " + all);
      System.out.println("tasks " + tasks.value());
    }
  }

  /** Without the driver, which counts as one. */
  private static int executors(SparkSession session) {
    return session.sparkContext().statusTracker().getExecutorInfos().length - 1;
  }
}
