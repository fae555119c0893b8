/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.hpcreuse.it.harness.LeftOut;
import org.hpcreuse.it.harness.Waits;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.PrintsProperties;
import org.hpcreuse.protocol.FallbackReason;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.wire.Message;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A slot that cannot prepare itself for a container gives it back, and leaves. */
class FailedPreparationTest {
  /** Its own: a slot is prepared for its first container. */
  @RegisterExtension
  static final PoolExtension POOL =
      PoolExtension.with(Mpi.NONE).set(Options.SLOT_JVM_ARGS, LeftOut.jvmArgs()).own();

  @AfterEach
  void failNoMore() throws Exception {
    LeftOut.nothing();
    POOL.awaitAllFree();
  }

  @Test
  void shouldRetireASlotThatFailsToPrepareForItsFirstContainer() throws Exception {
    long failing = POOL.slot(0).get("pid").asLong();
    LeftOut.leaveOut(List.of("ChildOfManager.prepare"));

    Message.Declined declined = POOL.launch(POOL.container(PrintsProperties.class)).declined();

    assertThat(declined.reason()).isEqualTo(FallbackReason.SLOT_PREPARE);
    assertThat(declined.detail()).contains("asked to fail");
    LeftOut.nothing();
    Waits.until("another slot")
        .atMost(Waits.START)
        .until(
            () ->
                POOL.slot(0).get("pid").asLong() != failing
                    && POOL.slot(0).get("state").asText().equals("FREE"));
    assertThat(POOL.status().at("/retirements/failed-prepare").asInt()).isEqualTo(1);
    assertHasProperties(POOL.run(POOL.container(PrintsProperties.class)));
  }

  /** What the container is to blame for costs it the slot, and the slot nothing. */
  @Test
  void shouldKeepASlotWhoseFirstContainerNamesFilesThatCannotBe() throws Exception {
    POOL.awaitAllFree();
    long slot = POOL.slot(0).get("pid").asLong();

    Message.Declined declined =
        POOL.launch(POOL.container(PrintsProperties.class).stdout("/nonexistent/out")).declined();

    assertThat(declined.reason()).isEqualTo(FallbackReason.PROCESS_CONTEXT);
    assertThat(declined.detail()).contains("/nonexistent/out");
    POOL.awaitAllFree();
    assertThat(POOL.slot(0).get("pid").asLong()).isEqualTo(slot);
    assertHasProperties(POOL.run(POOL.container(PrintsProperties.class)));
  }

  private static void assertHasProperties(Outcome outcome) {
    assertThat(outcome.status()).as(outcome.stderr()).isZero();
    assertThat(outcome.value("version")).isEqualTo(System.getProperty("java.version"));
    assertThat(outcome.value("separator")).isEqualTo("/");
    assertThat(Integer.parseInt(outcome.value("count"))).isGreaterThan(30);
  }
}
