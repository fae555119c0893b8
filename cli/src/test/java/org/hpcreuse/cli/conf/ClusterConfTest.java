/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.conf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hpcreuse.cli.plan.ClusterNodes;
import org.hpcreuse.cli.plan.ClusterPlan;
import org.hpcreuse.cli.plan.ClusterPlan.Mode;
import org.hpcreuse.cli.plan.DaemonHeaps;
import org.hpcreuse.cli.plan.MpiInstallation;
import org.hpcreuse.cli.plan.Port;
import org.hpcreuse.cli.plan.SlotSpec;
import org.hpcreuse.cli.plan.Storage;
import org.hpcreuse.cli.plan.UserNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterConfTest {
  private static final UserNames USER = new UserNames("ada", "staff");
  private static final MpiInstallation MPI =
      new MpiInstallation("/opt/mpi.jar", "/opt/mpi/lib", "/opt/mpi/bin/mpirun");
  private static final Path SOCKETS = Path.of("/tmp/s");

  @TempDir Path dir;

  @Test
  void shouldDifferBetweenForkAndReuseInTheExecutorAlone() {
    Map<String, String> reuse = new HashMap<>(all(plan(Mode.REUSE, Map.of())));
    Map<String, String> fork = all(plan(Mode.FORK, Map.of()));

    assertThat(reuse.remove("yarn.nodemanager.container-executor.class"))
        .isEqualTo("org.hpcreuse.nodemanager.HpcReuseContainerExecutor");
    assertThat(reuse.remove("hpc-reuse.pool.dir")).isEqualTo(dir + "/pool");
    assertThat(reuse).isEqualTo(fork);
  }

  @Test
  void shouldDifferBetweenForkAndSpawnInTheExecutorAlone() {
    Map<String, String> spawn = new HashMap<>(all(plan(Mode.SPAWN, Map.of())));

    assertThat(spawn.remove("yarn.nodemanager.container-executor.class"))
        .isEqualTo("org.hpcreuse.spawn.nodemanager.SpawnContainerExecutor");
    assertThat(spawn.remove("hpc-reuse.spawn.socket")).isEqualTo(SOCKETS + "/spawn.sock");
    assertThat(spawn.remove("hpc-reuse.spawn.class-path"))
        .isEqualTo("/opt/lib/spawn-baseline.jar:/opt/mpi.jar");
    assertThat(spawn.remove("hpc-reuse.spawn.library-path")).isEqualTo("/opt/mpi/lib");
    assertThat(spawn).isEqualTo(all(plan(Mode.FORK, Map.of())));
  }

  @Test
  void shouldLetEveryAddressBeOnLoopback() {
    Map<String, String> addresses = new HashMap<>(all(plan(Mode.FORK, Map.of())));
    addresses.keySet().removeIf(key -> !key.endsWith("address"));

    assertThat(addresses).hasSizeGreaterThan(15);
    assertThat(addresses.values()).allMatch(value -> value.startsWith("127.0.0.1:"));
  }

  @Test
  void shouldLetClientsLookOftenWhetherAShortJobIsDone() {
    assertThat(all(plan(Mode.FORK, Map.of())))
        .containsEntry("mapreduce.client.completion.pollinterval", "100")
        .containsEntry("mapreduce.client.progressmonitor.pollinterval", "100");
  }

  @Test
  void shouldLetNothingWaitForAHeartbeatOrABlockReport() {
    ClusterConf conf = new ClusterConf(plan(Mode.FORK, Map.of()), USER, Map.of());

    assertThat(conf.properties(SiteFile.CAPACITY_SCHEDULER))
        .containsEntry("yarn.scheduler.capacity.schedule-asynchronously.enable", "true");
    assertThat(conf.properties(SiteFile.HDFS))
        .containsEntry("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", "10")
        .containsEntry("dfs.client.block.write.locateFollowingBlock.retries", "11");
  }

  @Test
  void shouldPutTheUsersPropertiesOverTheDefaultsEachInItsFile() {
    ClusterConf conf =
        new ClusterConf(
            plan(
                Mode.FORK,
                Map.of(
                    "dfs.replication", "2",
                    "mapreduce.map.memory.mb", "512",
                    "yarn.app.mapreduce.am.resource.mb", "512",
                    "yarn.scheduler.capacity.root.default.state", "RUNNING",
                    "io.file.buffer.size", "65536")),
            USER,
            Map.of());

    assertThat(conf.properties(SiteFile.HDFS)).containsEntry("dfs.replication", "2");
    assertThat(conf.properties(SiteFile.MAPRED))
        .containsEntry("mapreduce.map.memory.mb", "512")
        .containsEntry("yarn.app.mapreduce.am.resource.mb", "512");
    assertThat(conf.properties(SiteFile.CAPACITY_SCHEDULER))
        .containsEntry("yarn.scheduler.capacity.root.default.state", "RUNNING");
    assertThat(conf.properties(SiteFile.CORE)).containsEntry("io.file.buffer.size", "65536");
  }

  @Test
  void shouldGiveContainersAndSlotsTheFrameworkInTheSameOrder() {
    ClusterPlan plan = plan(Mode.REUSE, Map.of());
    Map<String, String> properties = all(plan);

    String containers =
        properties.get("yarn.application.classpath")
            + ","
            + properties.get("mapreduce.application.classpath");
    String slots =
        new PoolDirectory(plan, new MpiInstallation("", "", ""), dir)
            .settings()
            .get("hpc-reuse.framework.classpath");
    assertThat(containers).isEqualTo(dir + "/conf," + slots.replace(':', ','));
  }

  @Test
  void shouldKeepTheUserOutOfShellsThatLookUpGroups() {
    assertThat(all(plan(Mode.FORK, Map.of())))
        .containsEntry("hadoop.user.group.static.mapping.overrides", "ada=staff;dr.who=");
  }

  @Test
  void shouldLetHeadDaemonsListenOnTheFirstHostAndTheOthersOnTheirOwn() {
    Map<String, String> properties = all(severalNodes(Storage.parse("hdfs")));

    assertThat(properties)
        .hasEntrySatisfying("fs.defaultFS", v -> assertThat(v).startsWith("hdfs://r1-n01:"))
        .hasEntrySatisfying(
            "yarn.resourcemanager.address", v -> assertThat(v).startsWith("r1-n01:"))
        .hasEntrySatisfying(
            "yarn.nodemanager.address", v -> assertThat(v).startsWith("${hpc-reuse.host}:"))
        .hasEntrySatisfying(
            "dfs.datanode.address", v -> assertThat(v).startsWith("${hpc-reuse.host}:"))
        .containsEntry("yarn.nodemanager.local-dirs", "/scratch/job/data/nm-local")
        .containsEntry("hpc-reuse.pool.dir", "/scratch/job/pool")
        .containsEntry("dfs.replication", "2");
    assertThat(properties.get("yarn.application.classpath")).startsWith("/scratch/job/conf,");
    assertThat(properties.values()).noneMatch(v -> v.contains("127.0.0.1"));
  }

  @Test
  void shouldKeepHdfsWhereTheUserWantsIt() {
    assertThat(all(severalNodes(Storage.parse("hdfs:/work/ada/hdfs"))))
        .containsEntry("dfs.namenode.name.dir", "file:///work/ada/hdfs/name")
        .containsEntry("dfs.datanode.data.dir", "file:///work/ada/hdfs/data-${hpc-reuse.index}");
  }

  @Test
  void shouldDoWithoutHdfsOnASharedFileSystem() {
    assertThat(all(severalNodes(Storage.parse("shared:/work/ada"))))
        .containsEntry("fs.defaultFS", "file:///")
        .containsEntry("yarn.app.mapreduce.am.staging-dir", "/work/ada/staging");
  }

  private ClusterPlan severalNodes(Storage storage) {
    ClusterNodes nodes = new ClusterNodes(List.of("r1-n01", "r1-n02"), Path.of("/scratch/job"));
    return plan(Mode.REUSE, nodes, storage, Map.of());
  }

  @Test
  void shouldWriteFilesWithTheirTextEscaped() throws IOException {
    new ClusterConf(plan(Mode.FORK, Map.of("a.key", "1 < 2 & 3")), USER, Map.of()).write();

    assertThat(Files.readString(dir.resolve("conf/core-site.xml")))
        .contains("<name>a.key</name><value>1 &lt; 2 &amp; 3</value>");
    assertThat(dir.resolve("conf/log4j.properties")).exists();
    assertThat(dir.resolve("conf/capacity-scheduler.xml")).exists();
  }

  private ClusterPlan plan(Mode mode, Map<String, String> additions) {
    return plan(mode, ClusterNodes.local(dir), Storage.parse("hdfs"), additions);
  }

  private ClusterPlan plan(
      Mode mode, ClusterNodes nodes, Storage storage, Map<String, String> additions) {
    Map<Port, Integer> ports = new EnumMap<>(Port.class);
    for (Port port : Port.values()) {
      ports.put(port, 20_000 + ports.size());
    }
    return new ClusterPlan(
        dir,
        nodes,
        storage,
        mode,
        SlotSpec.parse("2"),
        1,
        DaemonHeaps.parse(""),
        "none",
        1000,
        Path.of("/opt/hadoop"),
        Path.of("/home/ada/hadoop"),
        Path.of("/opt/jdk"),
        Path.of("/opt/lib"),
        ports,
        additions);
  }

  private static Map<String, String> all(ClusterPlan plan) {
    ClusterConf conf = new ClusterConf(plan, USER, ExecutorConf.of(plan, MPI, SOCKETS));
    Map<String, String> properties = new HashMap<>();
    for (SiteFile file : SiteFile.values()) {
      properties.putAll(conf.properties(file));
    }
    return properties;
  }
}
