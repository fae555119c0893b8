/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.ClusterPool;
import org.hpcreuse.bench.cluster.PoolStatus;
import org.hpcreuse.bench.cluster.ProcessTable;

/**
 * What a cluster has left that it may not have: while it is up and idle, and when it is down. It
 * only looks, and removes nothing.
 *
 * <p>Files in memory and among temporary files are those that the cluster's processes have mapped
 * or open, and Open MPI's session directories. The owner of such a file is known only while a
 * process uses it, so it is noted then. What is older than the cluster is not its own.
 */
final class Leftovers {
  /**
   * Each start of a program of MapReduce, in a slot or forked, writes this line into the
   * container's log, which nobody empties.
   */
  private static final String START = "Executing with tokens";

  private static final String SLOT_MAIN = "org.hpcreuse.pool.slot.SlotMain";
  private static final List<Path> TEMPORARY =
      List.of(Path.of("/dev/shm"), Path.of("/tmp"), Path.of("/var/tmp"));
  private static final String SESSION = "PMIX_SERVER_TMPDIR=";
  private static final String DELETED = " (deleted)";

  private final Cluster cluster;
  private final Path dir;
  private final Path sockets;
  private final FileTime since;
  private final Set<Path> seen = new HashSet<>();
  private final Set<Path> noted = new TreeSet<>();
  private final Set<Path> told = new TreeSet<>();

  /**
   * To be made while the cluster is up: where its sockets are is forgotten with its end. Notes the
   * temporary files that it uses now.
   */
  Leftovers(Cluster cluster) throws IOException {
    this.cluster = cluster;
    dir = cluster.dir();
    sockets = Path.of(Files.readString(dir.resolve("run/socket-dir")).strip());
    since = Files.getLastModifiedTime(dir.resolve("run/plan"));
    note();
  }

  /** One line for each thing that is there when the cluster is down. */
  List<String> afterDown() throws IOException {
    long self = ProcessHandle.current().pid();
    List<String> left = processes(process -> process.pid() != self && owns(process.pid()));
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
    temporary().forEach(file -> left.add("temporary file " + file));
    return left;
  }

  private static List<String> processes(Predicate<ProcessHandle> wanted) {
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      return all.filter(wanted)
          .map(ProcessHandle::pid)
          .map(pid -> "process " + pid + ": " + ProcessTable.words(pid, "cmdline"))
          .collect(Collectors.toCollection(ArrayList::new));
    }
  }

  /** Whether a process is one of the cluster's. */
  private boolean owns(long pid) {
    // The command that asks, and its parents, may name the directory as an option.
    String words = ProcessTable.words(pid, "cmdline");
    return ProcessTable.list(pid, "environ").contains("HPC_REUSE_CLUSTER=" + dir)
        || ProcessTable.list(pid, "cmdline").contains("-Dhpc-reuse.cluster=" + dir)
        || words.contains(dir.resolve("data").toString())
        || words.contains(dir.resolve("pool").toString());
  }

  /**
   * What the cluster, which is up and has no container, should not have any more: processes that
   * containers have started, slots that their pool knows nothing of, and temporary files that were
   * used and are used no more, each of these once. One line for each.
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
    List<String> strays = processes(process -> isStray(process, slots, known));
    note().forEach(file -> strays.add("temporary file " + file));
    return strays;
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

  /** Notes what the processes use now; returns the temporary files that none uses any more. */
  List<Path> note() {
    Set<Path> used = new TreeSet<>();
    Set<Path> sessions = new TreeSet<>();
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      for (long pid : all.map(ProcessHandle::pid).filter(this::owns).toList()) {
        used.addAll(usedBy(pid));
        sessions.addAll(sessionsOf(pid));
      }
    }
    used.addAll(sessions);
    noted.addAll(used);
    return temporary().stream()
        .filter(path -> used.stream().noneMatch(other -> other.startsWith(path)))
        // What lies in the session of a living mpirun goes with it, used now or before.
        .filter(path -> sessions.stream().noneMatch(path::startsWith))
        .filter(told::add)
        .toList();
  }

  /** The temporary files that have been used and are there. */
  List<Path> temporary() {
    return noted.stream().filter(path -> Files.exists(path, LinkOption.NOFOLLOW_LINKS)).toList();
  }

  private List<Path> usedBy(long pid) {
    List<String> names = new ArrayList<>();
    Path process = Path.of("/proc", Long.toString(pid));
    try (Stream<String> maps = Files.lines(process.resolve("maps"));
        Stream<Path> descriptors = Files.list(process.resolve("fd"))) {
      maps.filter(line -> line.contains("/"))
          .forEach(line -> names.add(line.substring(line.indexOf('/'))));
      for (Path descriptor : descriptors.toList()) {
        names.add(Files.readSymbolicLink(descriptor).toString());
      }
    } catch (IOException e) {
      // It has ended meanwhile, or is not ours.
    }
    return temporary(names.stream());
  }

  private List<Path> sessionsOf(long pid) {
    return temporary(
        ProcessTable.list(pid, "environ").stream()
            .filter(entry -> entry.startsWith(SESSION))
            .map(entry -> entry.substring(SESSION.length())));
  }

  private List<Path> temporary(Stream<String> names) {
    return names
        .filter(name -> name.startsWith("/"))
        .map(name -> name.endsWith(DELETED) ? name.substring(0, name.lastIndexOf(DELETED)) : name)
        .map(Path::of)
        .filter(this::isOwnTemporary)
        .toList();
  }

  /** A name that has been taken away must not come back either. */
  private boolean isOwnTemporary(Path path) {
    if (path.startsWith(dir) || TEMPORARY.stream().noneMatch(path::startsWith)) {
      return false;
    }
    try {
      return Files.getLastModifiedTime(path).compareTo(since) >= 0;
    } catch (IOException e) {
      return true;
    }
  }
}
