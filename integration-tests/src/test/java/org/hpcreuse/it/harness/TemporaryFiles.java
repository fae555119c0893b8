/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What the processes of one directory use in memory and among temporary files: what they have
 * mapped or open there, and Open MPI's session directories. Nobody could say later whose that was,
 * so it is noted while the processes live; what was there before them is not theirs.
 */
public final class TemporaryFiles {
  private static final List<Path> PLACES =
      List.of(Path.of("/dev/shm"), Path.of("/tmp"), Path.of("/var/tmp"));

  private static final String SESSION = "PMIX_SERVER_TMPDIR=";
  private static final String DELETED = " (deleted)";

  private final Leftovers leftovers;
  private final List<Path> elsewhere;
  private final Instant since = Instant.now();
  private final Set<Path> noted = new TreeSet<>();

  /**
   * Begins before any process of the directory lives.
   *
   * @param elsewhere directories whose content is looked after by somebody else
   */
  public TemporaryFiles(Leftovers leftovers, Path... elsewhere) {
    this.leftovers = leftovers;
    this.elsewhere = List.of(elsewhere);
  }

  /** Looks what the living processes use now. */
  public synchronized void note() {
    for (ProcessHandle process : leftovers.processes()) {
      noted.addAll(usedBy(process.pid()));
    }
  }

  /** What has been noted so far, there or not. */
  public synchronized Set<Path> noted() {
    return new TreeSet<>(noted);
  }

  /** What has been noted and is there still. */
  public List<Path> left() {
    return noted().stream().filter(p -> Files.exists(p, LinkOption.NOFOLLOW_LINKS)).toList();
  }

  private List<Path> usedBy(long pid) {
    List<String> names = new ArrayList<>();
    Path process = Path.of("/proc", Long.toString(pid));
    try (Stream<String> maps = Files.lines(process.resolve("maps"))) {
      maps.filter(line -> line.contains("/"))
          .forEach(line -> names.add(line.substring(line.indexOf('/'))));
      try (Stream<Path> descriptors = Files.list(process.resolve("fd"))) {
        for (Path descriptor : descriptors.toList()) {
          names.add(Files.readSymbolicLink(descriptor).toString());
        }
      }
      for (String entry : Leftovers.words(pid, "environ")) {
        if (entry.startsWith(SESSION)) {
          names.add(entry.substring(SESSION.length()));
        }
      }
    } catch (IOException e) {
      // It has ended meanwhile.
    }
    return names.stream()
        .filter(name -> name.startsWith("/"))
        .map(name -> name.endsWith(DELETED) ? name.substring(0, name.lastIndexOf(DELETED)) : name)
        .map(Path::of)
        .filter(this::isOurs)
        .toList();
  }

  private boolean isOurs(Path path) {
    if (PLACES.stream().noneMatch(path::startsWith)
        || elsewhere.stream().anyMatch(path::startsWith)) {
      return false;
    }
    try {
      return !Files.getLastModifiedTime(path).toInstant().isBefore(since);
    } catch (IOException e) {
      // A name that is gone must not come back either.
      return true;
    }
  }
}
