/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.masters;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.hpcreuse.bench.samples.MasterCase;
import org.junit.jupiter.api.Test;

final class MastersRunTest {
  private final MastersRun run = new MastersRun(100, 30, 1000);

  @Test
  void shouldRunEachWaitWithoutNewsAndWithNewsAtTwoRates() {
    assertThat(MastersRun.cases(2).stream().map(MasterCase::word))
        .containsExactly(
            "stock:0", "stock:1000", "stock:100", "slots:0", "slots:1000", "slots:100");
  }

  @Test
  void shouldGiveAllApplicationMastersTheirShareOfTheCluster() {
    assertThat(run.upOptions(List.of()))
        .startsWith("--slots", "2x128")
        .contains("yarn.scheduler.capacity.maximum-am-resource-percent=102");
  }

  @Test
  void shouldTakeTheUsersSlotsAndAddTheUsersProperties() {
    assertThat(run.upOptions(List.of("--slots", "8x256", "--conf", "a=b")))
        .doesNotContain("2x128")
        .contains("yarn.scheduler.capacity.maximum-am-resource-percent=102")
        .endsWith("--slots", "8x256", "--conf", "a=b");
  }
}
