/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterNodesTest {
  private static final Path DIR = Path.of("/scratch");

  @ParameterizedTest
  @ValueSource(strings = {"n1", "r1-n01", "node7.cluster.example.org", "10.0.0.7", "7"})
  void shouldTakeAHostName(String host) {
    assertThat(new ClusterNodes(List.of(host), DIR).head()).isEqualTo(host);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-n1", "n1;reboot", "n 1", "n1/", "n[1-2]"})
  void shouldRefuseWhatIsNoHostName(String host) {
    List<String> hosts = List.of("n0", host);

    assertThatThrownBy(() -> new ClusterNodes(hosts, DIR))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"" + host + "\"");
  }

  @Test
  void shouldRefuseAHostThatIsNamedTwice() {
    List<String> hosts = List.of("n1", "n2", "n1");

    assertThatThrownBy(() -> new ClusterNodes(hosts, DIR))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("twice");
  }

  @Test
  void shouldKnowWhenAllIsOnThisMachine() {
    assertThat(ClusterNodes.local(DIR).isLocal()).isTrue();
    assertThat(ClusterNodes.local(DIR).own()).isEqualTo("127.0.0.1");
    assertThat(new ClusterNodes(List.of("n1"), DIR).isLocal()).isFalse();
  }
}
