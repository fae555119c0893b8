/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.pool.Container;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.UsesFramework;
import org.hpcreuse.it.program.leave.Scribbles;
import org.hpcreuse.pool.slot.framework.FrameworkPreload;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A container that writes over all static state of the framework that it can reach: the slot is as
 * before for the next one, or is not used again and says why.
 */
class ScribblerTest {
  private static final List<String> LISTS = List.of("early-classes.txt", "warm-up-classes.txt");

  @RegisterExtension
  static final PoolExtension POOL = PoolExtension.with(Mpi.NONE).set(Options.SPARES, "1");

  @Test
  void shouldLeaveNothingOrRetireTheSlot() throws Exception {
    POOL.awaitWarmedUp();
    Outcome before = POOL.run(framework(UsesFramework.class));
    assertThat(before.stdout()).as(before.stderr()).contains("copy");

    Container scribbler = framework(Scribbles.class).arguments(names().toString());
    Outcome scribbled = POOL.run(scribbler);

    assertThat(Integer.parseInt(scribbled.stdout().strip()))
        .as(scribbled.stderr())
        .isGreaterThan(1_000);
    POOL.awaitAllFree();
    System.out.println("after the scribbler: retirements " + POOL.status().get("retirements"));
    for (JsonNode slot : POOL.audit()) {
      assertThat(slot.get("residue")).as(slot.toPrettyString()).isEmpty();
    }
    Outcome after = POOL.run(framework(UsesFramework.class));
    assertThat(after.stdout()).as(after.stderr()).isEqualTo(before.stdout());
    assertThat(after.status()).isZero();
  }

  private static Container framework(Class<?> program) throws IOException {
    return POOL.container(program).withFramework(Installation.hadoopJars());
  }

  private static Path names() throws IOException {
    List<String> names = new ArrayList<>();
    for (String list : LISTS) {
      try (InputStream in = FrameworkPreload.class.getResourceAsStream(list)) {
        new String(in.readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .forEach(names::add);
      }
    }
    return Files.write(POOL.dir().resolve("framework-classes"), names);
  }
}
