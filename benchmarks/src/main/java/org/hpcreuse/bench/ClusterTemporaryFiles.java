/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.ProcessTable;

/**
 * What a cluster's processes use in memory and among temporary files: what they have mapped or open
 * there, and Open MPI's session directories. The owner of such a file is known only while a process
 * uses it, so it is noted then. What is older than the cluster is not its own.
 */
final class ClusterTemporaryFiles {
  private static final List<Path> PLACES =
      List.of(Path.of("/dev/shm"), Path.of("/tmp"), Path.of("/var/tmp"));

  private static final String SESSION = "PMIX_SERVER_TMPDIR=";
  private static final String DELETED = " (deleted)";

  private final Path dir;
  private final FileTime since;
  private final Set<Path> noted = new TreeSet<>();
  private final Set<Path> told = new TreeSet<>();

  /** Begins with what the processes use now. */
  static ClusterTemporaryFiles of(Cluster cluster) throws IOException {
    ClusterTemporaryFiles files = new ClusterTemporaryFiles(cluster.dir());
    files.note();
    return files;
  }

  /**
   * Notes nothing yet.
   *
   * @param dir of a cluster that has been planned
   */
  ClusterTemporaryFiles(Path dir) throws IOException {
    this.dir = dir;
    since = Files.getLastModifiedTime(dir.resolve("run/plan"));
  }

  /**
   * Notes what the processes use now.
   *
   * @return what is there, has been used, and is used no more; each file once
   */
  List<Path> note() {
    Set<Path> used = new TreeSet<>();
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      all.map(ProcessHandle::pid)
          .filter(pid -> Leftovers.owns(dir, pid))
          .forEach(pid -> used.addAll(usedBy(pid)));
    }
    noted.addAll(used);
    return left().stream()
        .filter(path -> used.stream().noneMatch(other -> isOf(other, path)))
        .filter(told::add)
        .toList();
  }

  /** What is in the session directory of a living mpirun goes with it, used now or before. */
  private static boolean isOf(Path used, Path path) {
    return used.startsWith(path) || (path.startsWith(used) && Files.isDirectory(used));
  }

  /** What has been used and is there. */
  List<Path> left() {
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
    for (String entry : ProcessTable.list(pid, "environ")) {
      if (entry.startsWith(SESSION)) {
        names.add(entry.substring(SESSION.length()));
      }
    }
    return names.stream()
        .filter(name -> name.startsWith("/"))
        .map(name -> name.endsWith(DELETED) ? name.substring(0, name.lastIndexOf(DELETED)) : name)
        .map(Path::of)
        .filter(this::isOwn)
        .toList();
  }

  /** A name that has been taken away must not come back either. */
  private boolean isOwn(Path path) {
    if (path.startsWith(dir) || PLACES.stream().noneMatch(path::startsWith)) {
      return false;
    }
    try {
      return Files.getLastModifiedTime(path).compareTo(since) >= 0;
    } catch (IOException e) {
      return true;
    }
  }
}
