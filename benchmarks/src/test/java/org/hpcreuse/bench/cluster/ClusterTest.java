/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ClusterTest {
  @TempDir private Path dir;

  /** What {@code up} is called with; the command makes the configuration that is read then. */
  private String upOf(Arm arm) throws Exception {
    Path command = dir.resolve("hpc-reuse");
    Path site = Files.createDirectories(dir.resolve("c/conf")).resolve("yarn-site.xml");
    Files.writeString(
        command,
        String.join(
            "\n",
            "#!/bin/sh",
            "echo \"$*\" >" + dir.resolve("words"),
            "echo '<configuration><property><name>yarn.resourcemanager.webapp.address</name>"
                + "<value>127.0.0.1:1</value></property></configuration>' >"
                + site,
            ""));
    Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwx------"));

    new Cluster(arm, dir.resolve("c"), new Commands(command, dir.resolve("commands.log")))
        .up(List.of("--slots", "1x256"));

    return Files.readString(dir.resolve("words")).strip();
  }

  @Test
  void shouldAskAPoolForItsFigures() throws Exception {
    assertThat(upOf(Arm.REUSE))
        .contains("--mode reuse", "--slots 1x256")
        .containsPattern("--conf hpc-reuse\\.telemetry-mb=[1-9]");
  }

  @Test
  void shouldSubmitAJobWithItsArmsOptions() {
    Cluster fork = new Cluster(Arm.FORK, dir.resolve("c"), null);
    assertThat(fork.example("pi", "8", "10")).containsExactly("examples", "pi", "8", "10");
    assertThat(fork.as(Arm.UBER, Arm.UBER.jobOptions()).example("pi", "8", "10"))
        .containsExactly("examples", "pi", "-Dmapreduce.job.ubertask.enable=true", "8", "10");
    assertThat(fork.as(Arm.FORK_STOCK, Arm.FORK_STOCK.jobOptions()).example("pi", "8", "10"))
        .contains("-Dmapreduce.client.progressmonitor.pollinterval=1000")
        .startsWith("examples", "pi")
        .endsWith("8", "10");
    assertThat(fork.as(Arm.FORK_TUNED, List.of("-Da=b")).job(Path.of("x.jar"), "in"))
        .containsExactly("x.jar", "-Da=b", "in");
    assertThatThrownBy(() -> fork.as(Arm.REUSE_UBER, List.of())).hasMessageContaining("reuse-uber");
  }

  @Test
  void shouldReadThePidsOfAClusterAndItsProperties() throws Exception {
    upOf(Arm.FORK);
    Path run = Files.createDirectories(dir.resolve("c/run"));
    Files.writeString(run.resolve("namenode.pid"), "4711 12345\n");
    Files.writeString(run.resolve("plan"), "CLUSTER_MODE=fork\n");

    assertThat(Cluster.pids(dir.resolve("c"))).isEqualTo(Map.of("namenode", 4711L));
    Cluster cluster = new Cluster(Arm.FORK, dir.resolve("c"), null);
    assertThat(cluster.property("yarn-site.xml", "yarn.resourcemanager.webapp.address"))
        .isEqualTo("127.0.0.1:1");
    assertThatThrownBy(() -> cluster.property("yarn-site.xml", "colour"))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith("yarn-site.xml has no colour");
  }

  @Test
  void shouldAskNothingOfAClusterWithoutAPool() throws Exception {
    assertThat(upOf(Arm.FORK)).contains("--mode fork").doesNotContain("--conf");
    assertThat(upOf(Arm.SPAWN)).contains("--mode spawn").doesNotContain("--conf");
  }
}
