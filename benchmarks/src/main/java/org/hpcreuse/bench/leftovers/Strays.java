/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.leftovers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.PidFiles;
import org.hpcreuse.bench.cluster.PoolStatus;
import org.hpcreuse.bench.process.ProcFile;

/**
 * Processes that an idle cluster should not have any more: what containers have started, and slots
 * that their pool knows nothing of. Asked while the cluster is up, before its end would sweep them
 * away.
 */
public final class Strays {
  private final Path dir;
  private final Set<Long> known = new HashSet<>();
  private final Set<Long> slots;

  private Strays(Cluster cluster) throws IOException {
    dir = cluster.dir();
    List<PoolStatus> pools = new ArrayList<>(List.of(cluster.pool().status()));
    if (cluster.clientPool().isPresent()) {
      pools.add(cluster.clientPool().get().status());
    }
    slots = pools.stream().flatMap(p -> p.processes().stream()).collect(Collectors.toSet());
    known.addAll(slots);
    pools.forEach(pool -> known.add(pool.manager()));
    known.addAll(PidFiles.read(dir).values());
    if (Files.exists(dir.resolve("pool/mpirun.pid"))) {
      known.add(cluster.pool().mpirun());
    }
  }

  /** One line for each process of a cluster that is up and has no container. */
  public static List<String> of(Cluster cluster) throws IOException {
    Strays strays = new Strays(cluster);
    List<String> found = new ArrayList<>();
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      all.filter(strays::isStray)
          .forEach(
              process ->
                  found.add(
                      "process "
                          + process.pid()
                          + ": "
                          + ProcFile.words(process.pid(), "cmdline")));
    }
    return found;
  }

  /** A process of a container, or one of the pool's that has no place in it. */
  private boolean isStray(ProcessHandle process) {
    long pid = process.pid();
    if (known.contains(pid) || !belongs(pid)) {
      return false;
    }
    Optional<ProcessHandle> parent = process.parent();
    boolean helper = false;
    while (parent.isPresent() && !helper) {
      if (slots.contains(parent.get().pid())) {
        return true;
      }
      // Such as the shells that keep a daemon, or mpirun's own.
      helper = known.contains(parent.get().pid()) && !isSlot(pid);
      parent = parent.get().parent();
    }
    return !helper;
  }

  private boolean isSlot(long pid) {
    return ProcFile.words(pid, "cmdline").contains("org.hpcreuse.pool.slot.SlotMain");
  }

  private boolean belongs(long pid) {
    String environment = ProcFile.words(pid, "environ");
    return environment.contains("HPC_REUSE_CLUSTER=" + dir + " ")
        || environment.endsWith("HPC_REUSE_CLUSTER=" + dir)
        || environment.contains(dir.resolve("data/nm-local").toString())
        || (isSlot(pid) && ProcFile.words(pid, "cmdline").contains(dir.resolve("pool").toString()));
  }
}
