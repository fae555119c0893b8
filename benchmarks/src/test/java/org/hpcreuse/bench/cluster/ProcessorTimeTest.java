/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProcessorTimeTest {
  private static final String BUSY = "i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done";

  @Test
  void shouldTellContainersFromTheirNodeManager() throws Exception {
    Process nodeManager = shell("sh -c '" + BUSY + "'; echo done; read line");
    try {
      assertThat(nodeManager.inputReader().readLine()).isEqualTo("done");
      ProcessTable table = ProcessTable.read();

      ProcessorTime time =
          ProcessorTime.of(Map.of("nodemanager", nodeManager.pid()), table, nodeManager.pid());

      assertThat(time.byPart().get("nodemanager")).isLessThan(table.treeMs(nodeManager.pid()));
      assertThat(time.byPart().get("containers")).isPositive();
      assertThat(time.byPart()).containsOnlyKeys("nodemanager", "containers", "client");
    } finally {
      nodeManager.destroy();
    }
  }

  @Test
  void shouldCountTheClientsThatHaveEnded() throws Exception {
    long self = ProcessHandle.current().pid();
    ProcessorTime before = ProcessorTime.of(Map.of(), ProcessTable.read(), self);
    shell(BUSY).waitFor();

    ProcessorTime spent = ProcessorTime.of(Map.of(), ProcessTable.read(), self).since(before);

    assertThat(spent.byPart().get("client")).isPositive();
  }

  @Test
  void shouldTakeThePoolsFromTheLaterLookAndAllElseFromTheEarlier() {
    ProcessorTime before = new ProcessorTime(Map.of("namenode", 10L, "pool-manager", 100L));
    ProcessorTime ended = new ProcessorTime(Map.of("namenode", 15L, "pool-manager", 130L));
    ProcessorTime rested = new ProcessorTime(Map.of("namenode", 99L, "pool-manager", 170L));

    assertThat(ended.withPoolsOf(rested).since(before).byPart())
        .containsExactlyInAnyOrderEntriesOf(Map.of("namenode", 5L, "pool-manager", 70L));
  }

  @Test
  void shouldReadThePidsOfACluster(@TempDir Path dir) throws IOException {
    Files.createDirectory(dir.resolve("run"));
    Files.writeString(dir.resolve("run/namenode.pid"), "4711 12345\n");
    Files.writeString(dir.resolve("run/plan"), "CLUSTER_MODE=fork\n");

    assertThat(Cluster.pids(dir)).isEqualTo(Map.of("namenode", 4711L));
  }

  private static Process shell(String script) throws IOException {
    return new ProcessBuilder("sh", "-c", script).start();
  }
}
