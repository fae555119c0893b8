/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hpcreuse.it.harness.ProgramJar;
import org.hpcreuse.it.harness.Waits;
import org.hpcreuse.it.harness.pool.Container;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.UsesFramework;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.program.JvmRequest;
import org.hpcreuse.protocol.program.JvmRequest.OutOfMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An idle slot loads the classes of the next container, and the container does not notice. */
class ClassesAheadTest {
  @RegisterExtension
  static final PoolExtension POOL =
      PoolExtension.with(Mpi.NONE)
          .set(Options.SLOTS, "1x256")
          .set(Options.SPARES, "0")
          .set(Options.CLASSES_AHEAD, "1000");

  private static final int CLASSES = 600;

  /** Prints how many of its classes were initialised before it used them, and what is open. */
  private static Path program(String name) throws Exception {
    StringBuilder source = new StringBuilder(100_000);
    source.append("import java.util.concurrent.atomic.AtomicInteger;\n");
    source.append("public class Many {\n  static class Count { static int begun; }\n");
    for (int i = 0; i < CLASSES; i++) {
      source.append("  static class C").append(i);
      source.append(" { static { Count.begun++; } static int one() { return 1; } }\n");
    }
    source.append("  public static void main(String[] args) throws Exception {\n");
    source.append("    int before = Count.begun; int sum = 0;\n");
    for (int i = 0; i < CLASSES; i++) {
      source.append("    sum += C").append(i).append(".one();\n");
    }
    source.append("    boolean open = true;\n    try {\n");
    source.append(
        "      java.util.ArrayList.class.getDeclaredField(\"size\").setAccessible(true);\n");
    source.append("    } catch (RuntimeException e) {\n      open = false;\n    }\n");
    source.append(
        "    System.out.println(before + \" \" + sum + \" \" + Count.begun + \" \" + open");
    source.append(" + \" ").append(name).append("\");\n  }\n}\n");
    return ProgramJar.compiled(POOL.dir(), name, "Many", source.toString(), List.of());
  }

  private static Outcome run(Path jar, JvmRequest jvm) throws Exception {
    Container container =
        POOL.container(UsesFramework.class)
            .mainClass("Many")
            .classPath(List.of(jar.toString()))
            .jvm(jvm);
    Outcome outcome = POOL.run(container);
    assertThat(outcome.status()).as(outcome.stderr()).isZero();
    return outcome;
  }

  private static String log() throws Exception {
    return Files.readString(Path.of(POOL.slot(0).get("log").asText()));
  }

  private static void awaitLoaded(int times) {
    Waits.until("classes to be loaded ahead")
        .untilAsserted(() -> assertThat(log().split(" 0 left", -1)).hasSize(times + 1));
  }

  @Test
  void shouldLoadWhatTheLastContainerHasLoadedAndInitialiseNothing() throws Exception {
    Path red = program("red");
    Path green = program("green");
    JvmRequest opens =
        new JvmRequest(List.of("java.base/java.util"), List.of(), OutOfMemory.GO_ON, List.of());

    assertThat(run(red, opens).stdout()).isEqualTo("0 600 600 true red\n");
    awaitLoaded(1);
    assertThat(run(red, JvmRequest.NONE).stdout()).isEqualTo("0 600 600 false red\n");
    assertThat(log()).contains("of its classes 602 were loaded ahead");
    awaitLoaded(2);
    assertThat(run(green, JvmRequest.NONE).stdout()).isEqualTo("0 600 600 false green\n");
    assertThat(log().split("were loaded ahead", -1)).as("not for another jar").hasSize(2);
    awaitLoaded(3);
    assertThat(run(green, opens).stdout()).isEqualTo("0 600 600 true green\n");
    assertThat(log().split("were loaded ahead", -1)).hasSize(3);
  }
}
