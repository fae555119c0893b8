/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.hpcreuse.protocol.SlotClass;

/**
 * A cluster as the user asked for it.
 *
 * @param dir the cluster's directory, absolute
 * @param mode what runs the containers
 * @param slots sizes of slots
 * @param spares slots kept back
 * @param mpi MPI the slots are ranks of, or {@code none}
 * @param heartbeatMs interval of NodeManager and ApplicationMaster heartbeats, milliseconds
 * @param hadoopHome the Hadoop used
 * @param javaHome the JDK used
 * @param libDir this project's jars
 * @param ports who listens where
 * @param additions the user's own properties, over all defaults
 */
record ClusterPlan(
    Path dir,
    Mode mode,
    List<SlotClass> slots,
    int spares,
    String mpi,
    int heartbeatMs,
    Path hadoopHome,
    Path javaHome,
    Path libDir,
    Map<Port, Integer> ports,
    Map<String, String> additions) {

  /** What runs the containers: warm slots, or a new JVM for each. */
  enum Mode {
    REUSE,
    FORK
  }

  Path confDir() {
    return dir.resolve("conf");
  }

  Path poolDir() {
    return dir.resolve("pool");
  }

  Path data(String name) {
    return dir.resolve("data").resolve(name);
  }

  String address(Port port) {
    return ClusterConf.HOST + ":" + ports.get(port);
  }
}
