/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Processor time of a cluster's parts and of its clients, ms. A part is a process that {@code up}
 * has started and all that descend from it, by the name of its pid file; the containers that the
 * NodeManager has forked are one of their own. Clients are what this JVM has started and waited
 * for.
 *
 * @param byPart user and system time by part
 */
public record ProcessorTime(Map<String, Long> byPart) {
  private static final Set<String> POOLS = Set.of("pool-manager", "client-pool-manager");

  /** Keeps no reference to the map. */
  public ProcessorTime {
    byPart = Map.copyOf(byPart);
  }

  /** Since the processes' start, of the cluster in a directory that is up. */
  public static ProcessorTime now(Path cluster) throws IOException {
    return of(Cluster.pids(cluster), ProcessTable.read(), ProcessHandle.current().pid());
  }

  static ProcessorTime of(Map<String, Long> parts, ProcessTable table, long self) {
    Map<String, Long> byPart = new TreeMap<>();
    parts.forEach((name, pid) -> byPart.put(name, table.treeMs(pid)));
    Long nodeManager = parts.get("nodemanager");
    if (nodeManager != null) {
      byPart.put("nodemanager", table.ownMs(nodeManager));
      byPart.put("containers", table.belowMs(nodeManager));
    }
    byPart.put("client", table.waitedMs(self));
    return new ProcessorTime(byPart);
  }

  /** What was spent since an earlier time of the same cluster. */
  public ProcessorTime since(ProcessorTime before) {
    Map<String, Long> spent = new TreeMap<>(byPart);
    before.byPart.forEach((part, ms) -> spent.merge(part, -ms, Long::sum));
    return new ProcessorTime(spent);
  }

  /** These times, but those of the pools from a later look. */
  public ProcessorTime withPoolsOf(ProcessorTime later) {
    Map<String, Long> mixed = new TreeMap<>(later.byPart);
    mixed.keySet().retainAll(POOLS);
    byPart.forEach(mixed::putIfAbsent);
    return new ProcessorTime(mixed);
  }
}
