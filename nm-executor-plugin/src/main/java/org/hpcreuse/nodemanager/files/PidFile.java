/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.files;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The file by which YARN knows that a container has started, and may be signalled. Its room on the
 * disk is taken before the container is given away: a container without a pid file cannot be killed
 * by YARN.
 *
 * @param file where YARN looks
 */
public record PidFile(Path file) {
  /** More than any pid with its line end. */
  private static final int ROOM = 32;

  /**
   * Makes sure that a pid can be written; YARN sees nothing of it.
   *
   * @throws IOException when it cannot
   */
  public void reserve() throws IOException {
    overwrite(" ".repeat(ROOM));
  }

  /** Shows the pid to YARN, all of it or nothing; in the room that was reserved, if it was. */
  public void write(long pid) throws IOException {
    if (!holds(pid)) {
      overwrite(pid + "\n");
      Files.move(
          draft(), file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Gives the room back when it has not been used. */
  public void discard() throws IOException {
    Files.deleteIfExists(draft());
  }

  private boolean holds(long pid) throws IOException {
    return Files.isRegularFile(file) && LocalFiles.read(file).strip().equals(Long.toString(pid));
  }

  /** Not by a channel, which an interrupt would close. What follows is cut off at the end. */
  private void overwrite(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    try (RandomAccessFile out = new RandomAccessFile(draft().toFile(), "rw")) {
      out.write(bytes);
      out.setLength(bytes.length);
    }
  }

  private Path draft() {
    return file.resolveSibling(file.getFileName() + ".tmp");
  }
}
