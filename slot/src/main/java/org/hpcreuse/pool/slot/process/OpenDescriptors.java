/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The file descriptors of this process, {@code /proc/self/fd}. */
public final class OpenDescriptors {
  private static final Path DIRECTORY = Path.of("/proc/" + ProcessHandle.current().pid() + "/fd");

  private OpenDescriptors() {}

  /** How many there are, the one that reads the directory left out. */
  public static int count() throws IOException {
    String[] numbers = DIRECTORY.toFile().list();
    if (numbers == null) {
      throw new IOException(DIRECTORY + " cannot be read");
    }
    return numbers.length - 1;
  }

  /** Numbers to what they are open on; the one that reads the directory is left out. */
  public static Map<Integer, String> now() throws IOException {
    return beyond(Set.of());
  }

  /** The same without these numbers: the kernel takes its time for each that is asked about. */
  public static Map<Integer, String> beyond(Set<Integer> known) throws IOException {
    Map<Integer, String> open = new TreeMap<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(DIRECTORY)) {
      for (Path entry : entries) {
        Integer number = Integer.valueOf(entry.getFileName().toString());
        String target = known.contains(number) ? "" : target(entry);
        if (!target.isEmpty() && !target.equals(DIRECTORY.toString())) {
          open.put(number, target);
        }
      }
    }
    return open;
  }

  private static String target(Path number) throws IOException {
    try {
      return Files.readSymbolicLink(number).toString();
    } catch (NoSuchFileException closedMeanwhile) {
      return "";
    }
  }
}
