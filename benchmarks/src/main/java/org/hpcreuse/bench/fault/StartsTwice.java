/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.fault;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds containers of MapReduce whose program was started more than once, in slots or forked: each
 * start writes the same line into the container's log, which nobody empties.
 */
final class StartsTwice {
  private static final String START = "Executing with tokens";

  private final Path userLogs;
  private final Set<Path> seen = new HashSet<>();

  /**
   * Notes nothing yet.
   *
   * @param userLogs where YARN has a directory for each application, with one for each container
   */
  StartsTwice(Path userLogs) {
    this.userLogs = userLogs;
  }

  /** Looks at the applications that came since the last call; all of them must have ended. */
  List<String> note() throws IOException {
    List<String> doubled = new ArrayList<>();
    for (Path application : children(userLogs)) {
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

  private static List<Path> children(Path dir) throws IOException {
    if (!Files.isDirectory(dir)) {
      return List.of();
    }
    try (Stream<Path> children = Files.list(dir)) {
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
