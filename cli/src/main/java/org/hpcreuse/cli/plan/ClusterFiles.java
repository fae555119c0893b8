/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.plan;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** What {@code up} and a user's shell source: {@code run/plan} and {@code env}. */
public final class ClusterFiles {
  private final ClusterPlan plan;

  public ClusterFiles(ClusterPlan plan) {
    this.plan = plan;
  }

  public void write() throws IOException {
    ShellFile.write(plan.dir().resolve("run/plan"), "", plan());
    ShellFile.write(plan.dir().resolve("env"), "export ", environment());
  }

  private Map<String, Object> plan() {
    Map<String, Object> variables = new LinkedHashMap<>();
    variables.put("CLUSTER_MODE", plan.mode().name().toLowerCase(Locale.ROOT));
    variables.put("CLUSTER_HOST", plan.nodes().head());
    variables.put("CLUSTER_HOSTS", String.join(" ", plan.nodes().hosts()));
    variables.put("CLUSTER_NODE_DIR", plan.nodes().dir());
    variables.put("CLUSTER_STORAGE", plan.storage().kind().name().toLowerCase(Locale.ROOT));
    variables.put("CLUSTER_STORAGE_DIR", plan.storage().dir() == null ? "" : plan.storage().dir());
    variables.put("CLUSTER_SLOTS", SlotSpec.format(plan.slots()));
    variables.put("CLUSTER_SPARES", plan.spares());
    variables.put("CLUSTER_SLOTS_OF_NODE", plan.slotsOfNode());
    variables.put("CLUSTER_HADOOP_HOME", plan.hadoopHome());
    variables.put("CLUSTER_CLIENT_HADOOP_HOME", plan.clientHadoopHome());
    variables.put("CLUSTER_JAVA_HOME", plan.javaHome());
    variables.put("CLUSTER_LIB_DIR", plan.libDir());
    plan.ports().forEach((port, number) -> variables.put("PORT_" + port, number));
    variables.put("CLUSTER_DAEMON_HEAPS", plan.daemonHeaps());
    plan.daemonHeaps()
        .megabytes()
        .forEach((daemon, heap) -> variables.put("HEAP_MB_" + daemon.name(), heap));
    return variables;
  }

  private Map<String, Object> environment() {
    Map<String, Object> variables = new LinkedHashMap<>();
    for (String name :
        Arrays.asList(
            "HADOOP_HOME",
            "HADOOP_COMMON_HOME",
            "HADOOP_HDFS_HOME",
            "HADOOP_YARN_HOME",
            "HADOOP_MAPRED_HOME")) {
      variables.put(name, plan.clientHadoopHome());
    }
    variables.put("HADOOP_CONF_DIR", plan.dir().resolve("conf"));
    variables.put("JAVA_HOME", plan.javaHome());
    variables.put("HPC_REUSE_DIR", plan.dir());
    return Collections.unmodifiableMap(variables);
  }

  /** Paths end up in class paths, URIs, comma lists and XML; these characters break one of them. */
  public static void requirePlain(Path dir) {
    String text = dir.toString();
    for (char c : " ,:;%#&<>\"'\\$*?\n\t".toCharArray()) {
      if (text.indexOf(c) >= 0) {
        throw new IllegalArgumentException(
            "directory \"" + text + "\" has a character Hadoop cannot deal with: '" + c + "'");
      }
    }
  }
}
