/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.container;

import com.sun.jna.LastErrorException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.pool.slot.process.LibC;

/**
 * What SIGQUIT does: the stacks of the container's threads on its standard output. On descriptor 1,
 * as a JVM does it: {@link System#out} may be the container's own code.
 *
 * <p>A thread writes to a descriptor of its own, which stays this container's output whatever
 * becomes of descriptor 1, and which does not block when nobody reads it. A regular file needs the
 * container's own position in it and is written to as the container would; others are opened again,
 * since not to block is a property of the open file that the container must not see.
 */
final class ThreadDump {
  private static final Path STDOUT = Path.of("/proc/self/fd/1");
  private static final int STDOUT_FD = 1;
  private static final int FIRST_FD = 3;

  /** How long a container that has ended waits for somebody to read its dump. */
  private static final long FINISH_MS = 1_000;

  /** How long between two looks whether somebody reads. */
  private static final long PAUSE_MS = 20;

  private final ContainerProcess process;
  private final int output;
  private final CountDownLatch cancelled = new CountDownLatch(1);
  private final CountDownLatch written = new CountDownLatch(1);

  private ThreadDump(ContainerProcess process, int output) {
    this.process = process;
    this.output = output;
  }

  /** Begins to write; does not block. Empty when the container has no output. */
  static Optional<ThreadDump> begin(ContainerProcess process) {
    int output;
    try {
      output =
          Files.isRegularFile(STDOUT)
              ? LibC.fcntl(STDOUT_FD, LibC.F_DUPFD_CLOEXEC, FIRST_FD)
              : LibC.open(STDOUT.toString(), LibC.O_WRONLY | LibC.O_NONBLOCK | LibC.O_CLOEXEC, 0);
    } catch (LastErrorException e) {
      // The container has closed it, or it is a socket: nor would a JVM say so.
      return Optional.empty();
    }
    ThreadDump dump = new ThreadDump(process, output);
    Thread writer = new Thread(dump::write, "slot-thread-dump");
    writer.setDaemon(true);
    writer.start();
    return Optional.of(dump);
  }

  /** Writes no more; does not wait. */
  void cancel() {
    cancelled.countDown();
  }

  /** Waits until all has been written or it has been cancelled; after a while it cancels. */
  void finish() throws InterruptedException {
    if (!written.await(FINISH_MS, TimeUnit.MILLISECONDS)) {
      cancel();
      written.await(FINISH_MS, TimeUnit.MILLISECONDS);
    }
  }

  private void write() {
    byte[] left = text(process).getBytes(StandardCharsets.UTF_8);
    try {
      while (left.length > 0 && cancelled.getCount() > 0) {
        int count = tryWrite(left);
        left = Arrays.copyOfRange(left, count, left.length);
        if (count == 0 && cancelled.await(PAUSE_MS, TimeUnit.MILLISECONDS)) {
          break;
        }
      }
    } catch (LastErrorException | InterruptedException e) {
      // Nobody reads it any more: nor would a JVM say so.
      return;
    } finally {
      LibC.close(output);
      written.countDown();
    }
  }

  /** How many bytes the output has taken; 0 when it is full. */
  private int tryWrite(byte[] bytes) {
    try {
      return Math.toIntExact(LibC.write(output, bytes, bytes.length));
    } catch (LastErrorException e) {
      if (e.getErrorCode() == LibC.EAGAIN || e.getErrorCode() == LibC.EINTR) {
        return 0;
      }
      throw e;
    }
  }

  private static String text(ContainerProcess process) {
    StringBuilder text = new StringBuilder(4096);
    text.append(Instant.now()).append("\nFull thread dump of the container:\n\n");
    for (Map.Entry<Thread, StackTraceElement[]> entry : Thread.getAllStackTraces().entrySet()) {
      Thread thread = entry.getKey();
      if (process.belongsToContainer(thread)) {
        text.append('"').append(thread.getName()).append('"');
        text.append(thread.isDaemon() ? " daemon" : "").append(" prio=");
        text.append(thread.getPriority()).append("\n   java.lang.Thread.State: ");
        text.append(thread.getState()).append('\n');
        for (StackTraceElement frame : entry.getValue()) {
          text.append("\tat ").append(frame).append('\n');
        }
        text.append('\n');
      }
    }
    return text.toString();
  }
}
