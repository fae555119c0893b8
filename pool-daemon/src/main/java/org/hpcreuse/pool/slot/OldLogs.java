/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Removes the logs of earlier processes of a seat, but for the last ones: where each container has
 * a process of its own, two files for each would fill the disk.
 */
final class OldLogs {
  /** How many files of each kind are kept for a seat. */
  static final int KEPT = 50;

  private OldLogs() {}

  /**
   * Removes what is too old.
   *
   * @param logs the pool's directory of logs
   * @param kind how the names begin, before the seat
   * @param seat which process of the pool
   * @throws IOException when the directory cannot be read; a file that is gone meanwhile is none
   */
  static void remove(Path logs, String kind, int seat) throws IOException {
    List<Map.Entry<Path, FileTime>> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(logs, kind + "-" + seat + "-*")) {
      for (Path file : files) {
        found.add(Map.entry(file, Files.getLastModifiedTime(file)));
      }
    }
    found.sort(Map.Entry.comparingByValue(Comparator.reverseOrder()));
    for (Map.Entry<Path, FileTime> old :
        found.subList(Math.min(KEPT, found.size()), found.size())) {
      Files.deleteIfExists(old.getKey());
    }
  }
}
