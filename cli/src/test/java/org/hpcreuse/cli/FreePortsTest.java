/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class FreePortsTest {
  @Test
  void shouldGiveEverythingThatListensAPortOfItsOwn() throws Failure {
    Map<Port, Integer> ports = new FreePorts(new Random(1), ClusterNodes.LOOPBACK).choose();

    assertThat(ports).hasSize(Port.values().length);
    assertThat(ports.values()).doesNotHaveDuplicates().allMatch(p -> p >= 10_000 && p < 32_000);
  }

  @Test
  void shouldPassOverAPortThatIsTaken() throws Exception {
    int first = new FreePorts(new Random(2), ClusterNodes.LOOPBACK).choose().get(Port.NN_RPC);
    try (ServerSocket taken = new ServerSocket()) {
      taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), first));

      assertThat(new FreePorts(new Random(2), ClusterNodes.LOOPBACK).choose())
          .doesNotContainValue(first);
    }
  }

  @Test
  void shouldGiveUpWithTheRangeNamedWhenNothingIsFree() {
    RandomGenerator always = () -> 0L;

    assertThatThrownBy(() -> new FreePorts(always, ClusterNodes.LOOPBACK).choose())
        .isInstanceOf(Failure.class)
        .hasMessageContaining("between 10000 and 31999");
  }
}
