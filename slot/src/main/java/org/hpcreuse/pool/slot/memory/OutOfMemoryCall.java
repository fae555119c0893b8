/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.memory;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.hpcreuse.pool.slot.process.LibC;

/**
 * A named pipe into which HotSpot has a byte written when the JVM throws its first OutOfMemoryError
 * (-XX:OnOutOfMemoryError). A thread that waits in a read needs no memory to hear of it; a signal
 * would be lost, since the JVM makes a thread for each.
 */
public final class OutOfMemoryCall {
  private static final int OWNER_ONLY = 0600;
  private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final RandomAccessFile pipe;

  private OutOfMemoryCall(RandomAccessFile pipe) {
    this.pipe = pipe;
  }

  /**
   * Makes the pipe.
   *
   * @param file where; what another process of this number has left there goes
   */
  public static OutOfMemoryCall open(Path file) throws IOException {
    Files.deleteIfExists(file);
    LibC.mkfifo(file.toString(), OWNER_ONLY);
    // Open for both ways, so that neither end waits for the other.
    return new OutOfMemoryCall(new RandomAccessFile(file.toFile(), "rw"));
  }

  /**
   * Waits for as long as the JVM has memory, then runs the action until memory suffices for it.
   *
   * @param action what to do; once, unless it fails for want of memory
   */
  public void await(Runnable action) {
    try {
      pipe.read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    boolean done = false;
    while (!done) {
      try {
        action.run();
        done = true;
      } catch (OutOfMemoryError e) {
        LockSupport.parkNanos(AGAIN_NANOS);
      }
    }
  }
}
