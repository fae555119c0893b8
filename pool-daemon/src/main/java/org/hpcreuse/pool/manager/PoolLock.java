/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * A pool's directory belongs to one manager at a time: it holds a lock on a file there for as long
 * as it lives. The kernel takes the lock away when the process ends, however it ends, and children
 * do not inherit it (fcntl(2)). Nothing else in this process may open the file: to close any
 * descriptor of it would give the lock away.
 */
final class PoolLock implements Closeable {
  /** Longer than any pid with its line end. */
  private static final int PID_BYTES = 32;

  private static final Logger LOG = Logger.getLogger(PoolLock.class.getName());

  private final Path file;
  private final FileChannel channel;

  private PoolLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /** Another manager has the directory. */
  static final class Taken extends IOException {
    private static final long serialVersionUID = 1L;

    Taken(Path file, String holder) {
      super(
          "another pool manager has this directory: "
              + (holder.isEmpty() ? "a process" : "pid " + holder)
              + " holds "
              + file);
    }
  }

  /**
   * Takes the lock, and writes this process's pid into the file.
   *
   * @param file is made when it is missing, for its owner alone; it stays when the lock is gone
   * @throws Taken naming the manager that holds it
   * @throws IOException when the file cannot be opened or written
   */
  static PoolLock take(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      if (!isLocked(channel, file)) {
        throw new Taken(file, holder(channel));
      }
      channel.truncate(0);
      write(channel, ProcessHandle.current().pid() + "\n");
      return new PoolLock(file, channel);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** A file system without locks (some parallel ones are mounted so) keeps no pool from running. */
  private static boolean isLocked(FileChannel channel, Path file) {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (IOException e) {
      LOG.log(
          Level.WARNING,
          e,
          () -> file + " cannot be locked; a second pool manager here would not be noticed");
      return true;
    }
  }

  private static String holder(FileChannel channel) throws IOException {
    byte[] pid = Channels.newInputStream(channel).readNBytes(PID_BYTES);
    return new String(pid, StandardCharsets.US_ASCII).strip();
  }

  private static void write(FileChannel channel, String text) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /** Gives the directory back. */
  @Override
  public void close() throws IOException {
    channel.close();
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
