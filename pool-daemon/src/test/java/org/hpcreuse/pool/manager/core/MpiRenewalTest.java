/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.hpcreuse.pool.manager.state.Action;
import org.hpcreuse.protocol.wire.Message;
import org.junit.jupiter.api.Test;

final class MpiRenewalTest {
  private final CoreDriver driver = CoreDriver.reported(CoreDriver.settings("1x512", 0));

  /** The only rank dies; a slot without MPI takes its place. */
  private void loseTheRank() {
    driver.gone(0);
    driver.report(1, 512, false);
  }

  private int mpiruns() {
    return driver.all(Action.StartMpirun.class).size();
  }

  @Test
  void shouldStartMpirunAnewWhenThePoolHasBeenIdle() {
    loseTheRank();
    driver.pass(MpiRenewal.IDLE_MS);
    assertThat(driver.last(CoreDriver.connectionOf(1), Message.Leave.class).reason())
        .contains("mpirun");
    driver.gone(1);
    assertThat(driver.all(Action.EndMpirun.class)).hasSize(1);
    assertThat(mpiruns()).isEqualTo(1);

    driver.took(driver.core.mpirunEnded(""));

    assertThat(mpiruns()).isEqualTo(2);
    driver.report(0, 512, true);
    driver.launch(1, "a", 256, 0);
    assertThat(driver.assigned(1).slotPid()).isEqualTo(CoreDriver.pidOf(0));
  }

  @Test
  void shouldWaitWhileAContainerRuns() {
    loseTheRank();
    driver.launch(1, "a", 256, 0);
    driver.pass(10 * MpiRenewal.IDLE_MS);
    assertThat(driver.sent(CoreDriver.connectionOf(1), Message.Leave.class)).isEmpty();

    driver.finish(driver.assigned(1), 1, "", 0);
    driver.pass(MpiRenewal.IDLE_MS - 1);
    assertThat(driver.sent(CoreDriver.connectionOf(1), Message.Leave.class)).isEmpty();
    driver.pass(1);

    assertThat(driver.sent(CoreDriver.connectionOf(1), Message.Leave.class)).hasSize(1);
  }

  @Test
  void shouldHoldContainersThatComeMeanwhile() {
    loseTheRank();
    driver.pass(MpiRenewal.IDLE_MS);
    driver.launch(1, "a", 256, 60_000);
    driver.gone(1);
    driver.took(driver.core.mpirunEnded(""));
    assertThat(driver.sent(1, Message.class)).isEmpty();

    driver.report(0, 512, true);

    assertThat(driver.assigned(1).slot()).isZero();
  }

  @Test
  void shouldNotBeginWhileRanksAreLeft() {
    driver.pass(100 * MpiRenewal.IDLE_MS);

    assertThat(driver.all(Action.EndMpirun.class)).isEmpty();
  }

  @Test
  void shouldLetSlotsRunWithoutMpiWhereMpirunIsNotThePoolsOwn() {
    CoreDriver node = CoreDriver.reported(CoreDriver.settingsWithoutRenewal("1x512"));
    node.gone(0);
    node.report(1, 512, false);

    node.pass(100 * MpiRenewal.IDLE_MS);

    assertThat(node.sent(CoreDriver.connectionOf(1), Message.Leave.class)).isEmpty();
    node.launch(1, "a", 256, 0);
    assertThat(node.assigned(1).slotPid()).isEqualTo(CoreDriver.pidOf(1));
  }

  @Test
  void shouldNotStartAnythingOnceThePoolEnds() {
    loseTheRank();
    driver.pass(MpiRenewal.IDLE_MS);
    driver.admin(5, new Message.Shutdown(1_000));
    driver.gone(1);

    driver.took(driver.core.mpirunEnded(""));

    assertThat(mpiruns()).isEqualTo(1);
    assertThat(driver.all(Action.Stop.class)).hasSize(1);
  }
}
