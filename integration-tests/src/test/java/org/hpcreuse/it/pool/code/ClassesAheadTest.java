/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hpcreuse.it.harness.ManyClassesProgram;
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

  private static Path program(String name) throws Exception {
    return ManyClassesProgram.make(POOL.dir(), name);
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

    assertThat(run(red, opens).stdout()).isEqualTo("0 600 600 true red red.jar\n");
    awaitLoaded(1);
    assertThat(run(red, JvmRequest.NONE).stdout()).isEqualTo("0 600 600 false red red.jar\n");
    assertThat(log()).contains("of its classes 602 were loaded ahead");
    awaitLoaded(2);
    assertThat(run(green, JvmRequest.NONE).stdout()).isEqualTo("0 600 600 false green green.jar\n");
    assertThat(log().split("were loaded ahead", -1)).as("not for another jar").hasSize(2);
    awaitLoaded(3);
    assertThat(run(green, opens).stdout()).isEqualTo("0 600 600 true green green.jar\n");
    assertThat(log().split("were loaded ahead", -1)).hasSize(3);
  }
}
