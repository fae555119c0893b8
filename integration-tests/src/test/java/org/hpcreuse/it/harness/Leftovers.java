/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.harness;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What still names a directory: processes by their command line or environment, and mounts. */
public final class Leftovers {
  private final String name;

  public Leftovers(Path dir) {
    name = dir.toString();
  }

  /** Living processes, this one left out. */
  public List<ProcessHandle> processes() {
    long self = ProcessHandle.current().pid();
    return ProcessHandle.allProcesses()
        .filter(p -> p.pid() != self && p.isAlive() && names(p.pid()))
        .toList();
  }

  /** One line for each thing that is left. */
  public List<String> describe() throws IOException {
    List<String> left = new ArrayList<>();
    for (ProcessHandle process : processes()) {
      left.add("process " + process.pid() + ": " + read(process.pid(), "cmdline"));
    }
    try (Stream<String> mounts =
        Files.lines(Path.of("/proc/self/mounts"), StandardCharsets.ISO_8859_1)) {
      mounts.filter(line -> line.contains(name)).forEach(line -> left.add("mount " + line));
    }
    return left;
  }

  private boolean names(long pid) {
    return read(pid, "cmdline").contains(name) || read(pid, "environ").contains(name);
  }

  private static String read(long pid, String file) {
    return String.join(" ", words(pid, file));
  }

  /** Words that end in NUL; none of a process that has ended meanwhile, or that is not ours. */
  static List<String> words(long pid, String file) {
    try {
      byte[] bytes = Files.readAllBytes(Path.of("/proc", Long.toString(pid), file));
      return List.of(new String(bytes, StandardCharsets.UTF_8).split("\0", -1));
    } catch (IOException e) {
      return List.of();
    }
  }
}
