/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.hpcreuse.protocol.ProcessIdentity;

/**
 * The files that slots print to before they have a log of their own: one for each process, since
 * one that takes the place of another is a new process. Those of the dead are removed, except the
 * last: where each container has a process of its own, they would fill the disk.
 */
final class SlotOutputFiles {
  /** How many files of dead processes are kept. */
  static final int KEPT = 50;

  private static final Logger LOG = Logger.getLogger(SlotOutputFiles.class.getName());

  private final Path logs;
  private final Map<Path, ProcessIdentity> writers = new HashMap<>();

  /**
   * @param logs the pool's directory of logs; need not be there yet
   */
  SlotOutputFiles(Path logs) {
    this.logs = logs;
  }

  /** The name of a process's file. */
  static String nameOf(int number) {
    return "process-" + number + ".out";
  }

  /** A process writes to its file from now on. */
  void started(int number, ProcessIdentity process) {
    writers.put(logs.resolve(nameOf(number)), process);
  }

  /** Removes what is too old; a failure costs a line in the log. */
  void removeOld() {
    writers.values().removeIf(ProcessIdentity::isGone);
    try {
      List<Map.Entry<Path, FileTime>> dead = ofTheDead();
      dead.sort(Map.Entry.comparingByValue(Comparator.reverseOrder()));
      for (Map.Entry<Path, FileTime> old : dead.subList(Math.min(KEPT, dead.size()), dead.size())) {
        Files.deleteIfExists(old.getKey());
      }
    } catch (IOException e) {
      LOG.log(Level.WARNING, "old files stay in " + logs, e);
    }
  }

  private List<Map.Entry<Path, FileTime>> ofTheDead() throws IOException {
    List<Map.Entry<Path, FileTime>> dead = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(logs, "process-*.out")) {
      for (Path file : files) {
        if (!writers.containsKey(file)) {
          dead.add(Map.entry(file, Files.getLastModifiedTime(file)));
        }
      }
    }
    return dead;
  }
}
