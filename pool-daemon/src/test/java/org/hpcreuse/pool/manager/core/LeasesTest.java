/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.hpcreuse.pool.manager.state.Action;
import org.hpcreuse.pool.manager.state.Caller;
import org.hpcreuse.pool.manager.state.Lease;
import org.hpcreuse.pool.manager.state.Leases;
import org.hpcreuse.pool.manager.state.Outbox;
import org.hpcreuse.pool.manager.state.SlotProcess;
import org.hpcreuse.protocol.wire.Message;
import org.junit.jupiter.api.Test;

final class LeasesTest {
  private final Outbox out = new Outbox();
  private final Leases leases = new Leases(out, 0);

  private static Message.Exited exited(String containerId, String diagnostics) {
    return new Message.Exited(containerId, 1, 0, diagnostics, 0, 0);
  }

  @Test
  void shouldForgetTheOldestStatusWhenTooManyAreNotCollected() {
    for (int i = 0; i <= Leases.MAX_FINISHED; i++) {
      leases.finish(SlotProcess.NONE, exited("c" + i, ""));
    }

    assertThat(leases.uncollected()).isEqualTo(Leases.MAX_FINISHED);
    assertThat(leases.findFinished("c0")).isEmpty();
    assertThat(leases.findFinished("c1")).isPresent();
  }

  @Test
  void shouldSendDiagnosticsInFullButKeepThemShort() {
    String text = "x".repeat(5_000);

    leases.finish(1, exited("a", text));

    assertThat(out.take()).containsExactly(new Action.Send(1, exited("a", text)));
    assertThat(leases.findFinished("a").orElseThrow().diagnostics()).hasSizeLessThan(1_100);
  }

  @Test
  void shouldKeepTheLaterOfTwoStartsWhenTheEarlierOneComesBackAfterIt() {
    Lease later = leases.adopt(8, "a", "", process(1));
    Lease earlier = leases.adopt(7, "a", "", process(0));

    leases.finish(earlier, exited("a", ""));

    assertThat(leases.find("a")).containsSame(later);
    assertThat(leases.findFinished("a")).isEmpty();
    leases.finish(later, exited("a", ""));
    assertThat(leases.find("a")).isEmpty();
    assertThat(leases.findFinished("a")).isPresent();
  }

  private static SlotProcess process(int number) {
    SlotProcess process = new SlotProcess(number, 0, 512, false);
    process.report(
        new Caller(8, Message.Role.SLOT, 7 + number, 6),
        new Message.SlotHello(number, 512, "", "", ""));
    return process;
  }

  @Test
  void shouldCountOnFromTheNumberGiven() {
    assertThat(new Leases(out, 40).open("a", "", process(0), 1).number()).isEqualTo(41);
  }
}
