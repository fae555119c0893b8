/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.leftovers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.process.ProcFile;

/**
 * What a cluster that is down may not have left: processes, its sockets' directory, mounts; and, by
 * {@link TemporaryFiles}, files in memory.
 */
public final class Leftovers {
  private final Path dir;
  private final Path sockets;

  private Leftovers(Path dir, Path sockets) {
    this.dir = dir;
    this.sockets = sockets;
  }

  /** To be made while the cluster is up: where its sockets are is forgotten with its end. */
  public static Leftovers of(Cluster cluster) throws IOException {
    Path file = cluster.dir().resolve("run/socket-dir");
    return new Leftovers(cluster.dir(), Path.of(Files.readString(file).strip()));
  }

  /** One line for each thing that is there still. */
  public List<String> describe() throws IOException {
    List<String> left = new ArrayList<>();
    long self = ProcessHandle.current().pid();
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      all.filter(process -> process.pid() != self && names(dir, process.pid()))
          .forEach(
              process ->
                  left.add(
                      "process "
                          + process.pid()
                          + ": "
                          + ProcFile.words(process.pid(), "cmdline")));
    }
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
    return left;
  }

  /** Whether a process is one of the cluster in that directory. */
  static boolean names(Path dir, long pid) {
    // The command that asks, and its parents, may name the directory as an option.
    return ProcFile.list(pid, "environ").contains("HPC_REUSE_CLUSTER=" + dir)
        || ProcFile.list(pid, "cmdline").contains("-Dhpc-reuse.cluster=" + dir)
        || ProcFile.words(pid, "cmdline").contains(dir.resolve("data").toString())
        || ProcFile.words(pid, "cmdline").contains(dir.resolve("pool").toString());
  }
}
