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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A slot loads the classes that another slot's container has loaded, and initialises none. */
class ProfilesTest {
  /** Its own: no slot has loaded a profile yet. */
  @RegisterExtension
  static final PoolExtension POOL =
      PoolExtension.with(Mpi.NONE).set(Options.SLOTS, "2x256").set(Options.USER_CODE, "kept").own();

  private static Outcome run(Path jar) throws Exception {
    Container container =
        POOL.container(UsesFramework.class).mainClass("Many").classPath(List.of(jar.toString()));
    Outcome outcome = POOL.run(container);
    assertThat(outcome.status()).as(outcome.stderr()).isZero();
    return outcome;
  }

  private static String logs() throws Exception {
    return Files.readString(Path.of(POOL.slot(0).get("log").asText()))
        + Files.readString(Path.of(POOL.slot(1).get("log").asText()));
  }

  @Test
  void shouldLoadInTheOtherSlotWhatAContainerHasLoaded() throws Exception {
    Path jar = ManyClassesProgram.make(POOL.dir(), "red");
    assertThat(run(jar).stdout()).isEqualTo("0 600 600 false red red.jar\n");
    Waits.until("the other slot to load the classes")
        .untilAsserted(
            () -> {
              assertThat(logs()).contains(" loaded, 0 left");
              assertThat(POOL.slot(0).get("training").asBoolean()).isFalse();
              assertThat(POOL.slot(1).get("training").asBoolean()).isFalse();
            });
    assertThat(logs()).doesNotContain("uses the classes of");

    assertThat(run(jar).stdout()).isEqualTo("0 600 600 false red red.jar\n");
    assertThat(logs()).contains("uses the classes of profile ");
    Path copy = Files.copy(jar, jar.resolveSibling("copy.jar"));
    assertThat(run(copy).stdout()).isEqualTo("0 600 600 false red copy.jar\n");
    assertThat(run(jar).stdout()).isEqualTo("0 600 600 false red red.jar\n");
    assertThat(logs().split("uses the classes of", -1)).as("all but the first").hasSize(4);
  }
}
