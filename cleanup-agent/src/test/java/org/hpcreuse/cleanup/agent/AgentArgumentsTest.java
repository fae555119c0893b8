/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AgentArgumentsTest {
  @TempDir Path dir;

  @Test
  void shouldBeASlotsWithoutAny() throws IOException {
    AgentArguments none = AgentArguments.parse("");

    assertThat(none.portsOnly()).isFalse();
    assertThat(none.peers()).isEmpty();
  }

  @Test
  void shouldReadTheAddressesOfTheOtherNodes() throws IOException {
    Path file = Files.writeString(dir.resolve("peers"), "10.0.0.1\n\nfe80::1\n");

    AgentArguments both = AgentArguments.parse("ports,peers=" + file);

    assertThat(both.portsOnly()).isTrue();
    assertThat(both.peers().orElseThrow())
        .containsExactlyInAnyOrder(
            InetAddress.getByName("10.0.0.1"), InetAddress.getByName("fe80::1"));
  }

  @Test
  void shouldRefuseWhatItDoesNotKnow() {
    assertThatThrownBy(() -> AgentArguments.parse("ports,peer=x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("peer=x");
    assertThatThrownBy(() -> AgentArguments.parse("peers=" + dir.resolve("none")))
        .isInstanceOf(IOException.class);
  }
}
