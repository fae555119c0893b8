/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.hpcreuse.it.harness.Container;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.Mpi;
import org.hpcreuse.it.harness.Outcome;
import org.hpcreuse.it.harness.PoolExtension;
import org.hpcreuse.it.harness.ProgramJar;
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
  private static final int CONTAINERS = 30;

  /**
   * By how much a figure may go up: the JVM itself makes classes (about 10 between the warm and the
   * last container, most of them when a reflective call is made for the 16th time), and threads
   * when it likes.
   */
  private static final Map<String, Integer> GROWTH =
      Map.of("loadedClasses", 25, "threads", 2, "fds", 2);

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

  @RegisterExtension
  static final PoolExtension POOL =
      PoolExtension.with(Mpi.NONE)
          .set(Options.SLOTS, "1x256")
          .set(Options.SPARES, "0")
          .set(Options.AUDIT_EVERY, "1");

  @Test
  void shouldNotLetTheSlotGrow() throws Exception {
    Path jar = fatJar();
    run(jar, WARM_AFTER);
    audit(); // the first one loads some 50 classes of its own
    JsonNode warm = audit();
    run(jar, CONTAINERS - WARM_AFTER);
    JsonNode last = audit();

    assertThat(last.get("pid").asLong()).as("the process").isEqualTo(warm.get("pid").asLong());
    assertThat(last.get("containers").asInt()).isEqualTo(CONTAINERS);
    assertThat(last.get("liveLoaders").asInt()).isLessThanOrEqualTo(1);
    assertThat(last.get("residue")).as(last.toPrettyString()).isEmpty();
    GROWTH.forEach(
        (figure, slack) ->
            assertThat(last.get(figure).asInt())
                .as("%s after %d containers", figure, CONTAINERS)
                .isLessThanOrEqualTo(warm.get(figure).asInt() + slack));
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
