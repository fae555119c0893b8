/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.hpcreuse.bench.process.ProcessTable;

/**
 * Processor time of a cluster's parts and of its clients, ms. A part is a process that {@code up}
 * has started and all that descend from it, by the name of its pid file; the containers that the
 * NodeManager has forked are one of their own. Clients are what this JVM has started and waited
 * for.
 *
 * @param byPart user and system time by part
 */
public record ProcessorTime(Map<String, Long> byPart) {
  /** Forked containers. */
  public static final String CONTAINERS = "containers";

  /** The commands that submit jobs. */
  public static final String CLIENT = "client";

  /** The pool manager, mpirun and the slots. */
  public static final String POOL = "pool-manager";

  /** The same for the slots of clients. */
  public static final String CLIENT_POOL = "client-pool-manager";

  private static final String NODE_MANAGER = "nodemanager";

  /** Keeps no reference to the map. */
  public ProcessorTime {
    byPart = Map.copyOf(byPart);
  }

  /**
   * Since the processes' start.
   *
   * @param cluster directory of a cluster that is up
   */
  public static ProcessorTime now(Path cluster) throws IOException {
    return of(PidFiles.read(cluster), ProcessTable.read(), ProcessHandle.current().pid());
  }

  static ProcessorTime of(Map<String, Long> parts, ProcessTable table, long self) {
    Map<String, Long> byPart = new TreeMap<>();
    parts.forEach((name, pid) -> byPart.put(name, table.treeMs(pid)));
    if (parts.containsKey(NODE_MANAGER)) {
      byPart.put(NODE_MANAGER, table.ownMs(parts.get(NODE_MANAGER)));
      byPart.put(CONTAINERS, table.belowMs(parts.get(NODE_MANAGER)));
    }
    byPart.put(CLIENT, table.waitedMs(self));
    return new ProcessorTime(byPart);
  }

  /**
   * What was spent since an earlier time.
   *
   * @param before of the same cluster
   */
  public ProcessorTime since(ProcessorTime before) {
    Map<String, Long> spent = new TreeMap<>(byPart);
    before.byPart.forEach((part, ms) -> spent.merge(part, -ms, Long::sum));
    return new ProcessorTime(spent);
  }

  /** These times, but those of the pools from a later look. */
  public ProcessorTime withPoolsOf(ProcessorTime later) {
    Map<String, Long> mixed = new TreeMap<>(byPart);
    later.byPart.forEach(
        (part, ms) -> {
          if (part.equals(POOL) || part.equals(CLIENT_POOL)) {
            mixed.put(part, ms);
          }
        });
    return new ProcessorTime(mixed);
  }
}
