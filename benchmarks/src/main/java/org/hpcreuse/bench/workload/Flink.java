/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.workload;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.JavaProcess;

/**
 * A Flink program in application mode: sums by key, with checkpoints and two TaskManagers.
 *
 * @param home directory that has Flink's jars in lib; the program is beside it
 * @param conf directory of Flink's configuration
 * @param log receives what the clients print
 */
public record Flink(Path home, Path conf, Path log) implements Workload {
  private static final String RECORDS = "100000";

  /** A record takes no time of its own. */
  private static final String MICROS = "0";

  private static final String PUBLISHED = Hdfs.path("flink");
  private static final String CHECKPOINTS = Hdfs.path("flink-checkpoints");

  @Override
  public String name() {
    return "flink";
  }

  @Override
  public boolean takesJobOptions() {
    return false;
  }

  /** Publishes Flink's jars, as a site does for all its users. */
  @Override
  public void prepare(Cluster cluster) throws IOException, InterruptedException {
    new Hdfs(cluster).put(PUBLISHED, home.resolve("lib"));
  }

  /** The client is done when the job runs, so that its end is waited for here. */
  @Override
  public void run(Cluster cluster, String label) throws IOException, InterruptedException {
    String hadoop = cluster.site("yarn-site.xml").get("yarn.application.classpath");
    List<String> words = new ArrayList<>();
    words.add("-Dlog4j.configurationFile=" + conf.resolve("log4j-cli.properties"));
    words.add("--add-opens=java.base/java.util=ALL-UNNAMED");
    words.addAll(List.of("-cp", home + "/lib/*:" + hadoop.replace(',', ':')));
    words.addAll(List.of("org.apache.flink.client.cli.CliFrontend", "run"));
    words.addAll(List.of("--target", "yarn-application"));
    words.add("-Dyarn.provided.lib.dirs=hdfs://" + PUBLISHED + "/lib");
    words.add("-Dexecution.checkpointing.dir=hdfs://" + CHECKPOINTS);
    if (cluster.arm() == Arm.FORK_TUNED) {
      for (String kind : List.of("jobmanager", "taskmanager")) {
        words.add("-Denv.java.opts." + kind + "=" + Arm.SHORT_JVM);
      }
    }
    words.addAll(List.of("--class", "FlinkProgram", home + "-program.jar"));
    words.addAll(List.of(RECORDS, MICROS, "hdfs://" + output(label)));
    Set<String> before = cluster.applicationIds();
    JavaProcess.run(
        "CliFrontend",
        Path.of(System.getProperty("java.home")),
        log,
        Map.of("HADOOP_CONF_DIR", cluster.conf().toString(), "FLINK_CONF_DIR", conf.toString()),
        words);
    cluster.endedSince(before);
  }

  /** The last sum of each key; which sums come before it depends on the order of the tasks. */
  @Override
  public Map<String, String> collect(Cluster cluster, String label, Path results)
      throws IOException, InterruptedException {
    Hdfs hdfs = new Hdfs(cluster);
    Map<String, Long> sums = new TreeMap<>();
    for (String line : hdfs.text(output(label) + "/*").lines().toList()) {
      String[] pair = line.split(" ", -1);
      sums.merge(pair[0], Long.valueOf(pair[1]), Math::max);
    }
    hdfs.remove(output(label), CHECKPOINTS);
    return Map.of("sums", sums.toString());
  }
}
