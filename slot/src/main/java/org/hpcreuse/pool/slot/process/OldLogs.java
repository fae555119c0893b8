/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hpcreuse.protocol.files.DirectoryTree;

/**
 * Removes what earlier slot processes of a pool have left under its logs, files and directories,
 * except the last ones: where each container has a process of its own, two for each would fill the
 * disk. A process that takes the place of another is a new process, so that the process's number
 * tells nothing.
 */
public final class OldLogs {
  /** How many of each kind are kept of processes that are gone. */
  static final int KEPT = 50;

  private static final Pattern NAME = Pattern.compile("[a-z]+-\\d+-(\\d+)(\\..*)?");
  private static final Path PROCESSES = Path.of("/proc");

  private OldLogs() {}

  /**
   * Removes what is too old.
   *
   * @param logs the pool's directory of logs
   * @param kind how the names begin, before process and pid
   * @throws IOException when the directory cannot be read, or something in it cannot be removed; a
   *     file that is gone meanwhile is no error
   */
  public static void remove(Path logs, String kind) throws IOException {
    List<Map.Entry<Path, FileTime>> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(logs, kind + "-*")) {
      for (Path file : files) {
        if (isOfTheDead(file)) {
          note(file, found);
        }
      }
    }
    found.sort(Map.Entry.comparingByValue(Comparator.reverseOrder()));
    for (Map.Entry<Path, FileTime> old :
        found.subList(Math.min(KEPT, found.size()), found.size())) {
      DirectoryTree.remove(old.getKey());
    }
  }

  private static void note(Path file, List<Map.Entry<Path, FileTime>> found) throws IOException {
    try {
      found.add(Map.entry(file, Files.getLastModifiedTime(file)));
    } catch (NoSuchFileException e) {
      // Another slot that starts removes old logs, too.
      return;
    }
  }

  private static boolean isOfTheDead(Path file) {
    Matcher name = NAME.matcher(file.getFileName().toString());
    return name.matches() && !Files.exists(PROCESSES.resolve(name.group(1)));
  }
}
