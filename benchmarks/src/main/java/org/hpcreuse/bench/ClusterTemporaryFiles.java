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
    Set<Path> sessions = new TreeSet<>();
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      for (long pid :
          all.map(ProcessHandle::pid).filter(pid -> Leftovers.owns(dir, pid)).toList()) {
        used.addAll(usedBy(pid));
        sessions.addAll(sessionsOf(pid));
      }
    }
    used.addAll(sessions);
    noted.addAll(used);
    return left().stream()
        .filter(path -> used.stream().noneMatch(other -> other.startsWith(path)))
        // What lies in the session of a living mpirun goes with it, used now or before.
        .filter(path -> sessions.stream().noneMatch(path::startsWith))
        .filter(told::add)
        .toList();
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
    return own(names.stream());
  }

  private List<Path> sessionsOf(long pid) {
    return own(
        ProcessTable.list(pid, "environ").stream()
            .filter(entry -> entry.startsWith(SESSION))
            .map(entry -> entry.substring(SESSION.length())));
  }

  private List<Path> own(Stream<String> names) {
    return names
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
