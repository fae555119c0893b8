/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.hpcreuse.protocol.ProcessStat;

/**
 * What the kernel tells of processes by /proc: all of the machine at one time, and the processor
 * time of the trees that they form. Immutable.
 *
 * <p>A tree keeps the time of processes that have ended: the kernel adds it to that of the parent
 * that waits for them. Two kinds of processes are lost, with all that they have used: those whose
 * parent ignores its children (SIGCHLD), and those that an ended parent has left to a process
 * outside of the tree. Hadoop's daemons and pool managers wait for their children, and a pool
 * manager adopts what slots leave behind.
 */
public final class ProcessTable {
  private static final Path PROC = Path.of("/proc");

  /** The part of a cluster whose children are parts of their own. */
  private static final String NODE_MANAGER = "nodemanager";

  private final Map<Long, ProcessStat> processes = new HashMap<>();
  private final Map<Long, List<Long>> children = new HashMap<>();

  private ProcessTable() {}

  /** Reads /proc. */
  public static ProcessTable read() throws IOException {
    return read(PROC);
  }

  /** Reads a directory like /proc. */
  static ProcessTable read(Path proc) throws IOException {
    ProcessTable table = new ProcessTable();
    try (DirectoryStream<Path> directories = Files.newDirectoryStream(proc, "[0-9]*")) {
      for (Path directory : directories) {
        long pid = Long.parseLong(directory.getFileName().toString());
        try {
          ProcessStat stat = ProcessStat.of(proc, pid);
          table.processes.put(pid, stat);
          table.children.computeIfAbsent(stat.parent(), p -> new ArrayList<>()).add(pid);
        } catch (IOException e) {
          // It has ended since the directory was listed: its parent has its time.
        }
      }
    }
    return table;
  }

  /** Processor time of a process and of all that descend from it, ended ones too, ms. */
  public long treeMs(long root) {
    return ownMs(root) + belowMs(root);
  }

  /** Processor time of a process alone, ms; 0 when there is none. */
  public long ownMs(long pid) {
    ProcessStat stat = processes.get(pid);
    return stat == null ? 0 : stat.cpuMs();
  }

  /** Processor time of all that descend from a process, ended ones too, without its own, ms. */
  public long belowMs(long root) {
    long sum = waitedMs(root);
    Deque<Long> next = new ArrayDeque<>(children.getOrDefault(root, List.of()));
    while (!next.isEmpty()) {
      long pid = next.pop();
      sum += ownMs(pid) + waitedMs(pid);
      next.addAll(children.getOrDefault(pid, List.of()));
    }
    return sum;
  }

  /** Processor time of the children that a process has waited for, and of theirs, ms. */
  public long waitedMs(long pid) {
    ProcessStat stat = processes.get(pid);
    return stat == null ? 0 : stat.waitedCpuMs();
  }

  /**
   * Processor time of the parts of a cluster that is up and of its clients, ms. A part is a process
   * that {@code up} has started and all that descend from it, by the name of its pid file; the
   * containers that the NodeManager has forked are one of their own. Clients are what this JVM has
   * started and waited for.
   */
  public static Map<String, Long> partsOf(Path cluster) throws IOException {
    return read().parts(Cluster.pids(cluster), ProcessHandle.current().pid());
  }

  Map<String, Long> parts(Map<String, Long> pids, long self) {
    Map<String, Long> parts = new TreeMap<>();
    pids.forEach((name, pid) -> parts.put(name, treeMs(pid)));
    Long nodeManager = pids.get(NODE_MANAGER);
    if (nodeManager != null) {
      parts.put(NODE_MANAGER, ownMs(nodeManager));
      parts.put("containers", belowMs(nodeManager));
    }
    parts.put("client", waitedMs(self));
    return parts;
  }

  /** Resident memory of a process, KiB; empty when there is none. */
  public static OptionalLong rssKib(long pid) throws IOException {
    return kib(pid, "status", "VmRSS:");
  }

  /** Its share of its resident memory (PSS), KiB; empty when there is none. */
  public static OptionalLong pssKib(long pid) throws IOException {
    return kib(pid, "smaps_rollup", "Pss:");
  }

  private static OptionalLong kib(long pid, String file, String name) throws IOException {
    Path figures = PROC.resolve(Long.toString(pid)).resolve(file);
    if (pid <= 0 || !Files.isReadable(figures)) {
      return OptionalLong.empty();
    }
    try (Stream<String> lines = Files.lines(figures, StandardCharsets.ISO_8859_1)) {
      return lines
          .filter(line -> line.startsWith(name))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst();
    }
  }

  /**
   * The words of /proc/PID/cmdline or environ with blanks between; empty for a process that has
   * ended, or that is not ours.
   */
  public static String words(long pid, String file) {
    return String.join(" ", list(pid, file)).strip();
  }

  /** The words; none of a process that has ended, or that is not ours. */
  public static List<String> list(long pid, String file) {
    try {
      byte[] bytes = Files.readAllBytes(PROC.resolve(Long.toString(pid)).resolve(file));
      return List.of(new String(bytes, StandardCharsets.UTF_8).split("\0", -1));
    } catch (IOException e) {
      return List.of();
    }
  }
}
