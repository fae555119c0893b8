/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.ClusterPool;
import org.hpcreuse.bench.cluster.PoolStatus;
import org.hpcreuse.bench.cluster.ProcessTable;

/**
 * What a cluster has left that it may not have: while it is up and idle, and when it is down. Files
 * in memory are those of {@link ClusterTemporaryFiles}. It only looks, and removes nothing.
 */
final class Leftovers {
  /**
   * Each start of a program of MapReduce, in a slot or forked, writes this line into the
   * container's log, which nobody empties.
   */
  private static final String START = "Executing with tokens";

  private static final String SLOT_MAIN = "org.hpcreuse.pool.slot.SlotMain";

  private final Cluster cluster;
  private final Path dir;
  private final Path sockets;
  private final Set<Path> seen = new HashSet<>();

  /** To be made while the cluster is up: where its sockets are is forgotten with its end. */
  Leftovers(Cluster cluster) throws IOException {
    this.cluster = cluster;
    dir = cluster.dir();
    sockets = Path.of(Files.readString(dir.resolve("run/socket-dir")).strip());
  }

  /** One line for each thing that is there when the cluster is down. */
  List<String> afterDown() throws IOException {
    long self = ProcessHandle.current().pid();
    List<String> left = processes(process -> process.pid() != self && owns(dir, process.pid()));
    try (Stream<String> mounts =
        Files.lines(Path.of("/proc/self/mounts"), StandardCharsets.ISO_8859_1)) {
      mounts.filter(line -> line.contains(dir.toString())).forEach(left::add);
    }
    if (Files.exists(sockets)) {
      left.add("directory of sockets " + sockets);
    }
    if (Files.exists(dir)) {
      left.add("directory " + dir);
    }
    return left;
  }

  private static List<String> processes(Predicate<ProcessHandle> wanted) {
    List<String> found = new ArrayList<>();
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      all.filter(wanted)
          .map(ProcessHandle::pid)
          .forEach(pid -> found.add("process " + pid + ": " + ProcessTable.words(pid, "cmdline")));
    }
    return found;
  }

  /** Whether a process is one of the cluster in that directory. */
  static boolean owns(Path dir, long pid) {
    // The command that asks, and its parents, may name the directory as an option.
    String words = ProcessTable.words(pid, "cmdline");
    return ProcessTable.list(pid, "environ").contains("HPC_REUSE_CLUSTER=" + dir)
        || ProcessTable.list(pid, "cmdline").contains("-Dhpc-reuse.cluster=" + dir)
        || words.contains(dir.resolve("data").toString())
        || words.contains(dir.resolve("pool").toString());
  }

  /**
   * Processes that the cluster, which is up and has no container, should not have any more: what
   * containers have started, and slots that their pool knows nothing of. One line for each.
   */
  List<String> strays() throws IOException {
    Set<Long> slots = new HashSet<>();
    Set<Long> known = new HashSet<>(Cluster.pids(dir).values());
    for (ClusterPool pool : cluster.pools()) {
      PoolStatus status = pool.status();
      slots.addAll(status.processes());
      known.add(status.manager());
    }
    known.addAll(slots);
    if (Files.exists(dir.resolve("pool/mpirun.pid"))) {
      known.add(cluster.pool().mpirun());
    }
    return processes(process -> isStray(process, slots, known));
  }

  /** A process of a container, or one of the pool's that has no place in it. */
  private boolean isStray(ProcessHandle process, Set<Long> slots, Set<Long> known) {
    long pid = process.pid();
    if (known.contains(pid) || !belongs(pid)) {
      return false;
    }
    Optional<ProcessHandle> parent = process.parent();
    while (parent.isPresent()) {
      long above = parent.get().pid();
      if (slots.contains(above)) {
        return true;
      }
      // Such as the shells that keep a daemon, or mpirun's own.
      if (known.contains(above) && !isSlot(pid)) {
        return false;
      }
      parent = parent.get().parent();
    }
    return true;
  }

  private static boolean isSlot(long pid) {
    return ProcessTable.words(pid, "cmdline").contains(SLOT_MAIN);
  }

  private boolean belongs(long pid) {
    String environment = ProcessTable.words(pid, "environ") + " ";
    String words = ProcessTable.words(pid, "cmdline");
    return environment.contains("HPC_REUSE_CLUSTER=" + dir + " ")
        || environment.contains(dir.resolve("data/nm-local").toString())
        || (isSlot(pid) && words.contains(dir.resolve("pool").toString()));
  }

  /**
   * Containers of MapReduce whose program was started more than once, of the applications that came
   * since the last call; all of them must have ended.
   */
  List<String> startedTwice() throws IOException {
    List<String> doubled = new ArrayList<>();
    for (Path application : children(dir.resolve("logs/userlogs"))) {
      if (seen.add(application)) {
        for (Path container : children(application)) {
          long starts = starts(container.resolve("syslog"));
          if (starts > 1) {
            doubled.add(container.getFileName() + " was started " + starts + " times");
          }
        }
      }
    }
    return doubled;
  }

  private static List<Path> children(Path parent) throws IOException {
    if (!Files.isDirectory(parent)) {
      return List.of();
    }
    try (Stream<Path> children = Files.list(parent)) {
      return children.sorted().toList();
    }
  }

  private static long starts(Path log) throws IOException {
    if (!Files.exists(log)) {
      return 0;
    }
    try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
      return lines.filter(line -> line.contains(START)).count();
    }
  }
}
