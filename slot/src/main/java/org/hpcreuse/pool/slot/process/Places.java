/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.process;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Places for what only some slots of a pool may do at a time. Each is a lock on a file of the pool:
 * the kernel gives it back when its holder ends, however that ends (fcntl(2)). A process has one
 * place at most, and asks for none meanwhile: to close any descriptor of the file would give the
 * place back.
 */
public final class Places {
  private final List<Path> files;

  private Places(List<Path> files) {
    this.files = files;
  }

  /**
   * Makes so many places.
   *
   * @param dir has a file for each; they stay
   * @param name what they are for, with which the files' names begin
   */
  public static Places of(Path dir, String name, int count) {
    return new Places(
        IntStream.range(0, count)
            .mapToObj(place -> dir.resolve(name + "-" + place + ".lock"))
            .toList());
  }

  /**
   * Takes any place.
   *
   * @return what gives it back; empty when others hold all
   * @throws IOException when the file system has no locks
   */
  public Optional<Closeable> tryTake() throws IOException {
    for (Path file : files) {
      FileChannel channel = open(file);
      if (isTaken(channel)) {
        return Optional.of(channel);
      }
    }
    return Optional.empty();
  }

  private static boolean isTaken(FileChannel channel) throws IOException {
    boolean taken = false;
    try {
      taken = channel.tryLock() != null;
    } finally {
      if (!taken) {
        channel.close();
      }
    }
    return taken;
  }

  private static FileChannel open(Path file) throws IOException {
    return FileChannel.open(
        file,
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
  }
}
