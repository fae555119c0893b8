/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.logging.LogManager;

/**
 * The manager's log: one line per record on stderr, which the script that starts the manager
 * appends to a file. It must still work while the JVM ends on SIGTERM, when the JDK's own manager
 * has taken its handlers away; that is why it does not reset.
 *
 * <p>When the file has grown to {@link #MAX_BYTES}, its content goes to {@code FILE.1}, what was
 * there to {@code FILE.2}, and so on. The file itself stays and becomes empty, since the keeper has
 * it open, too. Nothing is lost: what has been copied is cut off, no more. A pipe, a terminal or a
 * file that was not opened for appending is left alone.
 */
public final class ManagerLog extends LogManager {
  static final long MAX_BYTES = 16L << 20;
  static final int OLDER_FILES = 3;
  private static final String FORMAT = "%1$tF %1$tT.%1$tL %4$s %3$s: %5$s%6$s%n";

  /** Puts this log in place; must come before the first use of a logger. */
  static void install() {
    System.setErr(new PrintStream(new Rotated(), true, StandardCharsets.UTF_8));
    System.setProperty("java.util.logging.manager", ManagerLog.class.getName());
    System.setProperty("java.util.logging.SimpleFormatter.format", FORMAT);
  }

  @Override
  public void reset() {}

  /** Stderr. Its lock is that of the stream around it, too, so that it is used by one thread. */
  private static final class Rotated extends OutputStream {
    private static final Path SELF = Path.of("/proc/self/fd/2");
    private static final Path SELF_INFO = Path.of("/proc/self/fdinfo/2");
    private static final int APPENDING = 02000; // O_APPEND

    private final FileOutputStream out = new FileOutputStream(FileDescriptor.err);

    /** What the file may come to; more after a rotation that has failed. */
    private long limit = MAX_BYTES;

    @Override
    public void write(int character) throws IOException {
      write(new byte[] {(byte) character}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
      if (length > 0 && bytes[offset + length - 1] == '\n') {
        rotateIfLarge();
      }
    }

    private void rotateIfLarge() {
      try {
        Path file = Files.readSymbolicLink(SELF);
        if (Files.isRegularFile(file) && Files.size(file) >= limit && isAppending()) {
          rotate(file);
          limit = MAX_BYTES;
        }
      } catch (IOException e) {
        // The disk is full, for example: a log that is too long is better than none.
        limit += MAX_BYTES;
      }
    }

    private static boolean isAppending() throws IOException {
      for (String line : Files.readAllLines(SELF_INFO)) {
        if (line.startsWith("flags:")) {
          return (Long.parseLong(line.substring("flags:".length()).strip(), 8) & APPENDING) != 0;
        }
      }
      return false;
    }

    private void rotate(Path file) throws IOException {
      Path fresh = file.resolveSibling(file.getFileName() + ".new");
      Files.deleteIfExists(fresh);
      try (FileChannel log = FileChannel.open(file, StandardOpenOption.READ);
          FileChannel copy =
              FileChannel.open(
                  fresh,
                  Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                  PosixFilePermissions.asFileAttribute(
                      PosixFilePermissions.fromString("rw-------")))) {
        long copied = 0;
        while (copied < log.size()) {
          copied += log.transferTo(copied, log.size() - copied, copy);
        }
        for (int age = OLDER_FILES; age > 1; age--) {
          Path younger = older(file, age - 1);
          if (Files.exists(younger)) {
            Files.move(younger, older(file, age), StandardCopyOption.REPLACE_EXISTING);
          }
        }
        Files.move(fresh, older(file, 1), StandardCopyOption.REPLACE_EXISTING);
        out.getChannel().truncate(0);
      }
    }

    private static Path older(Path file, int age) {
      return file.resolveSibling(file.getFileName() + "." + age);
    }
  }
}
