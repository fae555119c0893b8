/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A pool's directory under target/. Its path is in the command line or the environment of every
 * process of the pool, so that none can be overlooked. It stays when a test has failed.
 */
public final class Scratch {
  private final Path dir;
  private final Path socketDir;

  private Scratch(Path dir, Path socketDir) {
    this.dir = dir;
    this.socketDir = socketDir;
  }

  public static Scratch of(String name) throws IOException {
    Path parent = Files.createDirectories(Installation.target().resolve("it"));
    var ownerOnly =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    return new Scratch(
        Files.createTempDirectory(parent, name + "-", ownerOnly),
        Files.createTempDirectory(Path.of("/tmp"), "hpc-reuse-it-", ownerOnly));
  }

  public Path dir() {
    return dir;
  }

  /** Short, as a Unix socket's path must be. */
  public Path socketDir() {
    return socketDir;
  }

  /** Removes the socket directory and tells what was still in it. */
  public List<Path> removeSocketDir() throws IOException {
    List<Path> left;
    try (Stream<Path> files = Files.list(socketDir)) {
      left = files.toList();
    }
    deleteTree(socketDir);
    return left;
  }

  public void delete() throws IOException {
    deleteTree(dir);
  }

  public static void deleteTree(Path top) throws IOException {
    try (Stream<Path> files = Files.walk(top)) {
      files.sorted(Comparator.reverseOrder()).forEach(Scratch::deleteOne);
    }
  }

  private static void deleteOne(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
