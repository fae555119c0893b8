/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A disk of its own for a cluster's directory, which a fault can fill: a file system in memory with
 * a bound. What containers and HDFS write, in {@code data}, stays on the disk that everybody uses.
 * Only root can mount, and not everywhere.
 */
final class SmallDisk {
  /** Room for logs, and for what training slots unpack. */
  static final long MAX_BYTES = 1L << 30;

  private static final int BLOCK_BYTES = 1 << 16;

  private final Path dir;
  private final Path data;

  private SmallDisk(Path dir) {
    this.dir = dir;
    data = dir.resolveSibling(dir.getFileName() + "-data");
  }

  /** Whether this user can have one here; tries it. */
  static boolean isPossible() throws IOException, InterruptedException {
    Path trial = Files.createTempDirectory("hpc-reuse-mount");
    try {
      if (!succeeds(mount(trial))) {
        return false;
      }
      run("umount", trial.toString());
      return true;
    } finally {
      Files.delete(trial);
    }
  }

  /**
   * Mounts it.
   *
   * @param dir of a cluster that has not been started
   */
  static SmallDisk under(Path dir) throws IOException, InterruptedException {
    SmallDisk disk = new SmallDisk(dir);
    Files.createDirectories(dir);
    Files.createDirectory(disk.data);
    run(mount(dir));
    Files.createSymbolicLink(dir.resolve("data"), disk.data);
    return disk;
  }

  /**
   * The one that a run that was killed has left, if it has.
   *
   * @param dir of its cluster
   */
  static Optional<SmallDisk> leftUnder(Path dir) throws IOException {
    try (Stream<String> mounts =
        Files.lines(Path.of("/proc/self/mounts"), StandardCharsets.ISO_8859_1)) {
      return mounts.anyMatch(line -> line.startsWith("tmpfs " + dir + " "))
          ? Optional.of(new SmallDisk(dir))
          : Optional.empty();
    }
  }

  /**
   * Leaves no room on a disk.
   *
   * @param dir where it is mounted
   * @return how many bytes that took
   * @throws IOException when it is no small disk, or when it could not be filled for another reason
   */
  static long fill(Path dir) throws IOException {
    Path filler = filler(dir);
    byte[] block = new byte[BLOCK_BYTES];
    long bytes = 0;
    try (OutputStream out = Files.newOutputStream(filler)) {
      while (bytes <= MAX_BYTES) {
        out.write(block);
        bytes += block.length;
      }
    } catch (IOException e) {
      // The message depends on the locale.
      long room = Files.getFileStore(dir).getUsableSpace();
      if (room < BLOCK_BYTES) {
        return bytes;
      }
      Files.deleteIfExists(filler);
      throw new IOException(dir + " has room for " + room + " bytes, and took none: " + e, e);
    }
    Files.delete(filler);
    throw new IOException(dir + " is not on a small disk: it took " + bytes + " bytes");
  }

  /** Gives the room back. */
  static void empty(Path dir) throws IOException {
    Files.deleteIfExists(filler(dir));
  }

  private static Path filler(Path dir) {
    return dir.resolve("filler");
  }

  /** Takes it away with all that is there. The cluster must be down. */
  void remove() throws IOException, InterruptedException {
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

  /**
   * Takes it away; what is there goes to the disk that everybody uses. The cluster must be down.
   */
  void keep() throws IOException, InterruptedException {
    empty(dir);
    Path saved = dir.resolveSibling(dir.getFileName() + "-saved");
    run("cp", "-a", dir.toString(), saved.toString());
    run("umount", dir.toString());
    Files.delete(dir);
    Files.move(saved, dir);
  }

  private static String[] mount(Path dir) {
    return new String[] {
      "mount", "-t", "tmpfs", "-o", "mode=700,size=" + MAX_BYTES, "tmpfs", dir.toString()
    };
  }

  private static void run(String... words) throws IOException, InterruptedException {
    if (!succeeds(words)) {
      throw new IOException(String.join(" ", words) + " has failed");
    }
  }

  private static boolean succeeds(String... words) throws IOException, InterruptedException {
    return new ProcessBuilder(words).inheritIO().start().waitFor() == 0;
  }
}
