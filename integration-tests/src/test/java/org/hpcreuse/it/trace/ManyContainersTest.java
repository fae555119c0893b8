/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.ProgramJar;
import org.hpcreuse.it.harness.pool.Container;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Many containers through one slot, each with 2,000 classes of its own, a thread and an open file:
 * the slot does not grow. {@code hpc-reuse bench trace} does the same with jobs and for longer.
 */
class ManyContainersTest {
  private static final int CLASSES = 2_000;
  private static final int WARM_AFTER = 10;
  private static final int ROUNDS = 3;
  private static final int ROUND = 8;

  /**
   * What a leak makes larger in every round, by at least one for each container. The JVM itself
   * makes classes and threads when it likes (up to 40 classes when reflective calls become compiled
   * accessors), but not in every round.
   */
  private static final List<String> FIGURES = List.of("loadedClasses", "threads", "fds");

  private static final String SOURCE =
      """
      import java.io.FileInputStream;
      import org.apache.hadoop.conf.Configuration;

      public final class Fat {
        static Object kept;

        public static void main(String[] args) throws Exception {
          int sum = 0;
          for (int i = 0; i < %d; i++) {
            Class<?> type = Class.forName("Fat$C" + i);
            sum += (int) type.getDeclaredMethod("use").invoke(null);
          }
          kept = new FileInputStream(System.getProperty("java.class.path").split(":")[0]);
          Thread left = new Thread(() -> sleep(), "left-behind");
          left.start();
          System.out.println(sum + " " + new Configuration().get("io.file.buffer.size"));
          System.exit(0);
        }

        private static void sleep() {
          try {
            Thread.sleep(600_000);
          } catch (InterruptedException e) {
            kept = e;
          }
        }

      %s}
      """;

  private static final String NESTED =
      """
        static final class C%d {
          private static final byte[] OWN = new byte[64];
          private static int used = 1;

          static int use() {
            return used++ + OWN.length;
          }
        }

      """;

  /** Its own: the containers of its slot are counted. */
  @RegisterExtension
  static final PoolExtension POOL =
      PoolExtension.with(Mpi.NONE).set(Options.AUDIT_EVERY, "1").own();

  @Test
  void shouldNotLetTheSlotGrow() throws Exception {
    Path jar = fatJar();
    run(jar, WARM_AFTER);
    POOL.awaitWarmedUp(); // until then an idle slot loads classes of the framework
    audit(); // the first one loads some 50 classes of its own
    List<JsonNode> audits = new ArrayList<>(List.of(audit()));
    for (int i = 0; i < ROUNDS; i++) {
      run(jar, ROUND);
      audits.add(audit());
    }

    JsonNode warm = audits.get(0);
    JsonNode last = audits.get(ROUNDS);
    assertThat(last.get("pid").asLong()).as("the process").isEqualTo(warm.get("pid").asLong());
    assertThat(last.get("containers").asInt()).isEqualTo(WARM_AFTER + ROUNDS * ROUND);
    assertThat(last.get("liveLoaders").asInt()).isLessThanOrEqualTo(1);
    assertThat(last.get("residue")).as(last.toPrettyString()).isEmpty();
    for (String figure : FIGURES) {
      List<Integer> values = audits.stream().map(audit -> audit.get(figure).asInt()).toList();
      int leastGrowth =
          IntStream.range(0, ROUNDS)
              .map(i -> values.get(i + 1) - values.get(i))
              .min()
              .orElseThrow();
      assertThat(leastGrowth)
          .as("least growth of %s in %d containers, of %s", figure, ROUND, values)
          .isLessThan(ROUND);
    }
  }

  private static void run(Path jar, int times) throws Exception {
    for (int i = 0; i < times; i++) {
      Container container =
          POOL.container(ManyContainersTest.class)
              .mainClass("Fat")
              .classPath(List.of(jar.toString()))
              .withFramework(Installation.hadoopJars());
      Outcome outcome = POOL.run(container);
      assertThat(outcome.status()).as(outcome.stderr()).isZero();
      assertThat(outcome.stdout()).isEqualTo(CLASSES * 65 + " 4096\n");
    }
  }

  private static JsonNode audit() throws Exception {
    POOL.awaitAllFree();
    return POOL.audit().get(0);
  }

  private static Path fatJar() throws IOException {
    StringBuilder nested = new StringBuilder();
    IntStream.range(0, CLASSES).forEach(i -> nested.append(NESTED.formatted(i)));
    return ProgramJar.compiled(
        POOL.dir(),
        "fat",
        "Fat",
        SOURCE.formatted(CLASSES, nested),
        Installation.hadoopJars().stream().map(Path::of).toList());
  }
}
