/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.plan;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.hpcreuse.protocol.option.SlotClass;

/**
 * A cluster as the user asked for it.
 *
 * @param dir where the cluster is controlled from, absolute
 * @param nodes the nodes, and the directory each has for itself
 * @param storage where data is kept
 * @param mode what runs the containers
 * @param slots sizes of slots
 * @param spares slots kept back
 * @param daemonHeaps heaps of Hadoop's daemons
 * @param mpi MPI the slots are ranks of, or {@code none}
 * @param heartbeatMs interval of NodeManager and ApplicationMaster heartbeats, milliseconds
 * @param hadoopHome the Hadoop used, on each node
 * @param clientHadoopHome the same for clients
 * @param javaHome the JDK used
 * @param libDir this project's jars
 * @param ports who listens where
 * @param additions the user's own properties, over all defaults
 */
public record ClusterPlan(
    Path dir,
    ClusterNodes nodes,
    Storage storage,
    Mode mode,
    List<SlotClass> slots,
    int spares,
    DaemonHeaps daemonHeaps,
    String mpi,
    int heartbeatMs,
    Path hadoopHome,
    Path clientHadoopHome,
    Path javaHome,
    Path libDir,
    Map<Port, Integer> ports,
    Map<String, String> additions) {

  /** What runs the containers. */
  public enum Mode {
    /** Warm slots. */
    REUSE,
    /** A new JVM for each. */
    FORK,
    /** The same, started by a resident rank of MPI; on one node. */
    SPAWN
  }

  /** How many containers a node runs at once. */
  public int slotsOfNode() {
    return slots.stream().mapToInt(SlotClass::count).sum();
  }

  /** The configuration as a node has it. */
  public Path confDir() {
    return nodes.dir().resolve("conf");
  }

  public Path poolDir() {
    return nodes.dir().resolve("pool");
  }

  public Path data(String name) {
    return nodes.dir().resolve("data").resolve(name);
  }

  /** Where a daemon on the first node listens. */
  public String headAddress(Port port) {
    return nodes.head() + ":" + ports.get(port);
  }

  /** Where a daemon that is on every node listens. */
  public String ownAddress(Port port) {
    return nodes.own() + ":" + ports.get(port);
  }
}
