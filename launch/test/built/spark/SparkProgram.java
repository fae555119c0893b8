/* SPDX-License-Identifier: Apache-2.0 */

import java.util.Random;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;

/** {@code SparkProgram MAP_SECONDS}: a map and reduce of objects, and a query with compiled code. */
public final class SparkProgram {
  private SparkProgram() {}

  /** Prints what they give. */
  public static void main(String[] args) {
    long pauseMs = Long.parseLong(args[0]) * 1000;
    try (SparkSession session = SparkSession.builder().appName("program").getOrCreate()) {
      JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
      long hits =
          context
              .parallelize(IntStream.range(0, 8).boxed().toList(), 8)
              .map(
                  seed -> {
                    System.out.println("task begins");
                    Thread.sleep(pauseMs);
                    Random random = new Random(seed);
                    return random.doubles(100_000).filter(x -> x < 0.25).count();
                  })
              .reduce(Long::sum);
      System.out.println("hits " + hits);
      session
          .range(100_000)
          .selectExpr("id % 7 as k", "id as v")
          .groupBy("k")
          .sum("v")
          .orderBy("k")
          .collectAsList()
          .forEach(row -> System.out.println("row " + row));
    }
  }
}
