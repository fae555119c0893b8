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
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.LogManager;

/**
 * The manager's log: one line per record on stderr, which the script that starts the manager
 * appends to a file. It still works while the JVM ends on SIGTERM, see {@link KeptHandlers}.
 *
 * <p>A thread of its own writes, since a disk that hangs would hold up the event loop otherwise.
 * What waits for it takes {@link #MAX_WAITING_BYTES} at most; beyond that, lines are lost and
 * counted. Who ends the process calls {@link #drain} before.
 *
 * <p>When the file has grown to {@link #MAX_BYTES}, its content goes to {@code FILE.1}, what was
 * there to {@code FILE.2}, and so on. The file itself stays and becomes empty, since the keeper has
 * it open, too. Nothing is lost: what has been copied is cut off, no more. A pipe, a terminal or a
 * file that was not opened for appending is left alone.
 */
final class ManagerLog {
  static final long MAX_BYTES = 16L << 20;
  static final int OLDER_FILES = 3;

  /** What may wait for the disk. */
  private static final int MAX_WAITING_BYTES = 1 << 20;

  /** How long the end of the process waits for the disk. */
  private static final long DRAIN_MS = 1_000;

  private static final String FORMAT = "%1$tF %1$tT.%1$tL %4$s %3$s: %5$s%6$s%n";

  private static final Waiting WAITING = new Waiting();

  private ManagerLog() {}

  /**
   * Keeps its handlers when the JVM ends, where the JDK's own manager takes them away at once. A
   * class of its own: the JDK looks for its name when the first class of this kind is initialised.
   */
  public static final class KeptHandlers extends LogManager {
    @Override
    public void reset() {}
  }

  /** Puts this log in place; must come before the first use of a logger. */
  static void install() {
    Thread writer = new Thread(new Rotated()::writeAll, "pool-manager-log");
    writer.setDaemon(true);
    writer.start();
    System.setErr(new PrintStream(WAITING, true, StandardCharsets.UTF_8));
    System.setProperty("java.util.logging.manager", KeptHandlers.class.getName());
    System.setProperty("java.util.logging.SimpleFormatter.format", FORMAT);
  }

  /** Waits until all is written; no longer than a second, for a disk that hangs. */
  static void drain() {
    WAITING.awaitWritten();
  }

  /** What the process has printed and the disk has not got. Never waits for the disk. */
  private static final class Waiting extends OutputStream {
    private final LinkedBlockingQueue<byte[]> chunks = new LinkedBlockingQueue<>();

    // Guarded by this.
    private long waitingBytes;
    private long lostLines;
    private boolean losing;

    @Override
    public void write(int character) {
      write(new byte[] {(byte) character}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
      if (length == 0) {
        return;
      }
      boolean endsLine = bytes[offset + length - 1] == '\n';
      if (losing || waitingBytes + length > MAX_WAITING_BYTES) {
        // The rest of the line, too.
        losing = !endsLine;
        lostLines += endsLine ? 1 : 0;
        return;
      }
      if (lostLines > 0) {
        String lost = "\nWARNING: the disk of this log hung, lines lost: " + lostLines + "\n";
        lostLines = 0;
        add(lost.getBytes(StandardCharsets.UTF_8));
      }
      add(Arrays.copyOfRange(bytes, offset, offset + length));
    }

    private void add(byte[] chunk) {
      waitingBytes += chunk.length;
      chunks.add(chunk);
    }

    byte[] take() throws InterruptedException {
      return chunks.take();
    }

    synchronized void written(int bytes) {
      waitingBytes -= bytes;
      notifyAll();
    }

    synchronized void awaitWritten() {
      long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(DRAIN_MS);
      try {
        for (long left = deadline - System.nanoTime();
            waitingBytes > 0 && left > 0;
            left = deadline - System.nanoTime()) {
          TimeUnit.NANOSECONDS.timedWait(this, left);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Stderr; used by one thread. */
  private static final class Rotated {
    private static final Path SELF = Path.of("/proc/self/fd/2");
    private static final Path SELF_INFO = Path.of("/proc/self/fdinfo/2");
    private static final int APPENDING = 02000; // O_APPEND

    private final FileOutputStream out = new FileOutputStream(FileDescriptor.err);

    /** What the file may come to; more after a rotation that has failed. */
    private long limit = MAX_BYTES;

    void writeAll() {
      try {
        while (true) {
          byte[] chunk = WAITING.take();
          try {
            write(chunk);
          } finally {
            WAITING.written(chunk.length);
          }
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private void write(byte[] chunk) {
      try {
        out.write(chunk);
      } catch (IOException | OutOfMemoryError e) {
        // The disk is full, or nobody reads the pipe: there is no other place to say so.
        return;
      }
      if (chunk[chunk.length - 1] == '\n') {
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
