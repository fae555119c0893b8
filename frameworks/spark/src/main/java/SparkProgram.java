/* SPDX-License-Identifier: Apache-2.0 */

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * {@code SparkProgram MAP_SECONDS QUERIES OUTPUT}: a map and reduce of objects, and queries with
 * compiled code. Each task of the map prints when it begins, in ms since the epoch.
 */
public final class SparkProgram {
  private static final int TASKS = 8;
  private static final int ROWS = 100_000;

  private SparkProgram() {}

  /** Prints what they give, and writes it into the directory OUTPUT. */
  public static void main(String[] args) {
    long pauseMs = Long.parseLong(args[0]) * 1000;
    int queries = Integer.parseInt(args[1]);
    try (SparkSession session = SparkSession.builder().appName("program").getOrCreate()) {
      JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
      List<String> results = new ArrayList<>();
      long hits =
          context
              .parallelize(IntStream.range(0, TASKS).boxed().toList(), TASKS)
              .map(
                  seed -> {
                    System.out.println("task begins at " + System.currentTimeMillis());
                    Thread.sleep(pauseMs);
                    return new Random(seed).doubles(ROWS).filter(x -> x < 0.25).count();
                  })
              .reduce(Long::sum);
      results.add("hits " + hits);
      for (int query = 0; query < queries; query++) {
        List<Row> rows =
            session
                .range(ROWS)
                .selectExpr("id % " + (7 + query) + " as k", "id as v")
                .groupBy("k")
                .sum("v")
                .orderBy("k")
                .collectAsList();
        rows.forEach(row -> results.add("row " + row));
      }
      results.forEach(System.out::println);
      context.parallelize(results, 1).saveAsTextFile(args[2]);
    }
  }
}
