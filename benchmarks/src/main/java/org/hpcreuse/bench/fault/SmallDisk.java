/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.fault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A disk of its own for a cluster's directory, which a fault can fill: a file system in memory with
 * a bound. What containers and HDFS write, in {@code data}, stays on the disk that everybody uses.
 * Only root can mount.
 */
public final class SmallDisk {
  /** Room for logs, and for what training slots unpack. */
  static final long MAX_BYTES = 1L << 30;

  private final Path dir;
  private final Path data;

  private SmallDisk(Path dir, Path data) {
    this.dir = dir;
    this.data = data;
  }

  /** Whether this user can have one. */
  public static boolean isPossible() {
    return System.getProperty("user.name").equals("root");
  }

  /**
   * Mounts it.
   *
   * @param dir of a cluster that has not been started
   */
  public static SmallDisk under(Path dir) throws IOException, InterruptedException {
    Path data = dir.resolveSibling(dir.getFileName() + "-data");
    Files.createDirectories(dir);
    Files.createDirectory(data);
    run("mount", "-t", "tmpfs", "-o", "mode=700,size=" + MAX_BYTES, "tmpfs", dir.toString());
    Files.createSymbolicLink(dir.resolve("data"), data);
    return new SmallDisk(dir, data);
  }

  /** Takes it away with all that is there. The cluster must be down. */
  public void remove() throws IOException, InterruptedException {
    run("umount", dir.toString());
    Files.delete(dir);
    List<Path> files;
    try (Stream<Path> walk = Files.walk(data)) {
      files = walk.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : files) {
      Files.delete(file);
    }
  }

  private static void run(String... words) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(words).inheritIO().start();
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", words) + ": status " + process.exitValue());
    }
  }
}
