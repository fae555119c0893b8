/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.conf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.hpcreuse.cli.plan.ClusterPlan;
import org.hpcreuse.cli.plan.Port;
import org.hpcreuse.cli.plan.Sizing;
import org.hpcreuse.cli.plan.Storage;
import org.hpcreuse.cli.plan.UserNames;

/**
 * The HADOOP_CONF_DIR of a cluster, the same for all of its nodes: defaults worked out from a
 * {@link ClusterPlan}, the user's additions over them. Modes differ in the executor alone.
 */
public final class ClusterConf {
  /** How often a client asks whether its job is done, ms. */
  private static final int CLIENT_POLL_MS = 100;

  /** Copies of a block: HDFS's own default, or fewer when there are fewer nodes. */
  private static final int MAX_REPLICATION = 3;

  /** 3.5 GiB of addresses for a container of the smallest size. */
  private static final int VIRTUAL_TO_PHYSICAL = 28;

  private final ClusterPlan plan;
  private final Sizing sizing;
  private final SlotResources resources;
  private final Map<SiteFile, Map<String, String>> files = new EnumMap<>(SiteFile.class);

  /**
   * @param executor what {@link ExecutorConf} says of the mode
   */
  public ClusterConf(ClusterPlan plan, UserNames user, Map<String, String> executor) {
    this.plan = plan;
    sizing = Sizing.of(plan.slots());
    resources = new SlotResources(sizing);
    for (SiteFile file : SiteFile.values()) {
      files.put(file, new TreeMap<>());
    }
    core(user);
    hdfs();
    resourceManager();
    nodeManager();
    mapReduce();
    executor.forEach(this::set);
    plan.additions().forEach(this::set);
  }

  /** The properties of one file. */
  Map<String, String> properties(SiteFile file) {
    return Map.copyOf(files.get(file));
  }

  /** Writes every file; templates for what is not XML come from the Hadoop home. */
  public void write() throws IOException {
    Path dir = plan.dir().resolve("conf");
    Files.createDirectories(dir);
    for (Map.Entry<SiteFile, Map<String, String>> file : files.entrySet()) {
      HadoopXml.write(dir.resolve(file.getKey().fileName()), file.getValue());
    }
    try (var log4j = ClusterConf.class.getResourceAsStream("log4j.properties")) {
      Files.write(dir.resolve("log4j.properties"), log4j.readAllBytes());
    }
  }

  private void core(UserNames user) {
    set(
        "fs.defaultFS",
        plan.storage().isHdfs() ? "hdfs://" + plan.headAddress(Port.NN_RPC) : "file:///");
    set("hadoop.tmp.dir", plan.data("tmp"));
    set("hadoop.security.authentication", "simple");
    // The stock mapping starts a shell per user without libhadoop; the one user is known.
    set(
        "hadoop.user.group.static.mapping.overrides",
        user.name() + "=" + user.group() + ";dr.who=");
  }

  private void hdfs() {
    set("dfs.replication", Math.min(MAX_REPLICATION, plan.nodes().count()));
    set("dfs.namenode.name.dir", uri(kept("name", plan.data("name"))));
    set("dfs.datanode.data.dir", uri(kept("data-${hpc-reuse.index}", plan.data("hdfs"))));
    set("dfs.namenode.rpc-address", plan.headAddress(Port.NN_RPC));
    set("dfs.namenode.rpc-bind-host", plan.nodes().head());
    set("dfs.namenode.http-address", plan.headAddress(Port.NN_HTTP));
    set("dfs.datanode.hostname", plan.nodes().own());
    set("dfs.datanode.address", plan.ownAddress(Port.DN_DATA));
    set("dfs.datanode.http.address", plan.ownAddress(Port.DN_HTTP));
    set("dfs.datanode.ipc.address", plan.ownAddress(Port.DN_IPC));
    // Once the DataNodes there are have reported, nothing more can come.
    set("dfs.namenode.safemode.extension", "0");
    set("dfs.namenode.safemode.min.datanodes", plan.nodes().count());
    set("dfs.namenode.datanode.registration.ip-hostname-check", "false");
    // A file is closed a moment before its DataNode reports the last block. The client then sleeps
    // and asks again, with Hadoop's own settings first after 400 ms. A small job closes a dozen
    // files. The pause doubles each time; with 11 retries, the client gives up after 20 s. Hadoop's
    // own 5 retries give up after 12 s.
    set("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", "10");
    set("dfs.client.block.write.locateFollowingBlock.retries", "11");
  }

  private void resourceManager() {
    set("yarn.resourcemanager.hostname", plan.nodes().head());
    set("yarn.resourcemanager.bind-host", plan.nodes().head());
    set("yarn.resourcemanager.address", plan.headAddress(Port.RM_CLIENT));
    set("yarn.resourcemanager.scheduler.address", plan.headAddress(Port.RM_SCHEDULER));
    set("yarn.resourcemanager.resource-tracker.address", plan.headAddress(Port.RM_TRACKER));
    set("yarn.resourcemanager.admin.address", plan.headAddress(Port.RM_ADMIN));
    set("yarn.resourcemanager.webapp.address", plan.headAddress(Port.RM_HTTP));
    set("yarn.resourcemanager.nodemanagers.heartbeat-interval-ms", plan.heartbeatMs());
    set("yarn.resourcemanager.connect.retry-interval.ms", "1000");
    resources.resourceManager(plan.nodes().count()).forEach(this::set);
    set("yarn.scheduler.maximum-allocation-mb", sizing.largestContainerMb());
    set("yarn.scheduler.minimum-allocation-vcores", "1");
    set("yarn.scheduler.maximum-allocation-vcores", sizing.slots());
    // Containers are given out at once, not with a NodeManager's heartbeat. Hadoop 3.5 does so by
    // default, 3.4 does not.
    set("yarn.scheduler.capacity.schedule-asynchronously.enable", "true");
    set("yarn.scheduler.capacity.root.queues", "default");
    set("yarn.scheduler.capacity.root.default.capacity", "100");
    resourceManagerRecovery();
  }

  /** Applications outlive the ResourceManager; the next one takes up those that run. */
  private void resourceManagerRecovery() {
    set("yarn.resourcemanager.recovery.enabled", "true");
    set(
        "yarn.resourcemanager.store.class",
        "org.apache.hadoop.yarn.server.resourcemanager.recovery.LeveldbRMStateStore");
    set("yarn.resourcemanager.leveldb-state-store.path", plan.data("rm-recovery"));
  }

  private void nodeManager() {
    set("yarn.nodemanager.hostname", plan.nodes().own());
    set("yarn.nodemanager.bind-host", plan.nodes().own());
    set("yarn.nodemanager.address", plan.ownAddress(Port.NM_RPC));
    set("yarn.nodemanager.localizer.address", plan.ownAddress(Port.NM_LOCALIZER));
    set("yarn.nodemanager.webapp.address", plan.ownAddress(Port.NM_HTTP));
    resources.nodeManager().forEach(this::set);
    set("yarn.nodemanager.local-dirs", plan.data("nm-local"));
    set("yarn.nodemanager.log-dirs", plan.nodes().dir().resolve("logs/userlogs"));
    set("yarn.node-attribute.fs-store.root-dir", uri(plan.data("node-attributes")));
    set("yarn.nodemanager.log.retain-seconds", "604800");
    memoryChecks();
    recovery();
    set("yarn.nodemanager.aux-services", "mapreduce_shuffle");
    FrameworkPath framework = FrameworkPath.withOffers(plan.hadoopHome(), plan.libDir());
    set("yarn.application.classpath", plan.confDir() + "," + String.join(",", framework.yarn()));
    set("mapreduce.application.classpath", String.join(",", framework.mapReduce()));
  }

  /**
   * By default Hadoop 3.5.0 leaves memory limits to cgroups, which the default executor does not
   * use, so that nothing is checked. A 64-bit JVM reserves about 3 GB of addresses, however small
   * its heap is: the smallest container must have room for that.
   */
  private void memoryChecks() {
    set("yarn.nodemanager.resource.memory.enforced", "false");
    set("yarn.nodemanager.vmem-pmem-ratio", VIRTUAL_TO_PHYSICAL);
  }

  /** Containers outlive their NodeManager, also one that is ended in order. */
  private void recovery() {
    set("yarn.nodemanager.recovery.enabled", "true");
    set("yarn.nodemanager.recovery.supervised", "true");
    set("yarn.nodemanager.recovery.dir", plan.data("nm-recovery"));
  }

  private void mapReduce() {
    set("mapreduce.framework.name", "yarn");
    set("mapreduce.shuffle.port", plan.ports().get(Port.NM_SHUFFLE));
    set("mapreduce.jobhistory.address", plan.headAddress(Port.JHS_RPC));
    set("mapreduce.jobhistory.admin.address", plan.headAddress(Port.JHS_ADMIN));
    set("mapreduce.jobhistory.webapp.address", plan.headAddress(Port.JHS_HTTP));
    set("mapreduce.jobhistory.bind-host", plan.nodes().head());
    new SlotResources(sizing).mapReduce().forEach(this::set);
    set("yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms", plan.heartbeatMs());
    set("yarn.app.mapreduce.am.staging-dir", stagingDir());
    // Hadoop's own 5 s and 1 s would be most of a short job; each link of a chain waits for half.
    set("mapreduce.client.completion.pollinterval", CLIENT_POLL_MS);
    set("mapreduce.client.progressmonitor.pollinterval", CLIENT_POLL_MS);
  }

  private String stagingDir() {
    return plan.storage().isHdfs()
        ? "/tmp/hadoop-yarn/staging"
        : plan.storage().dir().resolve("staging").toString();
  }

  /** A directory of HDFS: in the kept storage, or else on the node. */
  private Path kept(String name, Path scratch) {
    return plan.storage().kind() == Storage.Kind.KEPT
        ? plan.storage().dir().resolve(name)
        : scratch;
  }

  /** Not {@link Path#toUri}: what Hadoop fills in later, ${…}, has to stay as it is. */
  private static String uri(Path path) {
    return "file://" + path;
  }

  private void set(String key, Object value) {
    files.get(SiteFile.of(key)).put(key, value.toString());
  }

  private void set(String key, Path value) {
    set(key, value.toString());
  }
}
