/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.hpcreuse.cli.terminal.Failure;
import org.junit.jupiter.api.Test;

class FreePortsTest {
  @Test
  void shouldGiveEverythingThatListensAPortOfItsOwn() throws Failure {
    Map<Port, Integer> ports = free(1).choose();

    assertThat(ports).hasSize(Port.values().length);
    assertThat(ports.values()).doesNotHaveDuplicates().allMatch(p -> p >= 10_000 && p < 32_000);
  }

  @Test
  void shouldPassOverAPortThatIsTaken() throws Exception {
    int first = free(2).choose().get(Port.NN_RPC);
    try (ServerSocket taken = new ServerSocket()) {
      taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), first));

      assertThat(free(2).choose()).doesNotContainValue(first);
    }
  }

  @Test
  void shouldGiveUpWithTheRangeNamedWhenNothingIsFree() {
    RandomGenerator always = () -> 0L;

    assertThatThrownBy(() -> new FreePorts(always, ClusterNodes.LOOPBACK, Set.of()).choose())
        .isInstanceOf(Failure.class)
        .hasMessageContaining("between 10000 and 31999");
  }

  @Test
  void shouldGiveJobsThatStartAtTheSameTimePortsOfTheirOwn() throws Failure {
    Map<Port, Integer> first = free(1).choose(4711);
    Map<Port, Integer> second = free(1).choose(4712);

    assertThat(first.values()).doesNotHaveDuplicates().doesNotContainAnyElementsOf(second.values());
    assertThat(free(2).choose(4711)).isEqualTo(first);
  }

  @Test
  void shouldPassOverAPortThatIsTakenOnAnotherNode() throws Failure {
    int first = free(1).choose(7).get(Port.NN_RPC);

    Map<Port, Integer> ports =
        new FreePorts(new Random(1), ClusterNodes.LOOPBACK, Set.of(first)).choose(7);

    assertThat(ports).hasSize(Port.values().length);
    assertThat(ports.values()).doesNotContain(first).doesNotHaveDuplicates();
  }

  private static FreePorts free(int seed) {
    return new FreePorts(new Random(seed), ClusterNodes.LOOPBACK, Set.of());
  }
}
