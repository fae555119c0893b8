/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.threads;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.hpcreuse.cleanup.state.Redacted;

/**
 * Waits for threads to end by polling {@link Thread#isAlive()}: {@code Thread.join} takes the
 * thread's monitor, which some hold for life (the reader of Hadoop's ipc.Server).
 */
public final class ThreadEnd {
  private static final long POLL_NANOS = 100_000;
  private static final int FRAMES_SHOWN = 6;
  private static final int THREADS_SHOWN = 10;

  private ThreadEnd() {}

  /** Waits until all have ended or {@link System#nanoTime()} passes the deadline: who is left. */
  public static List<Thread> await(Collection<Thread> threads, long deadlineNanos) {
    List<Thread> left = threads.stream().filter(Thread::isAlive).toList();
    while (!left.isEmpty() && System.nanoTime() - deadlineNanos < 0) {
      LockSupport.parkNanos(POLL_NANOS);
      left = left.stream().filter(Thread::isAlive).toList();
    }
    return left;
  }

  /** Names, states and top frames of the first ones, for an error. */
  public static String describe(Collection<Thread> threads) {
    return threads.stream()
            .limit(THREADS_SHOWN)
            .map(ThreadEnd::describe)
            .collect(Collectors.joining("; "))
        + (threads.size() > THREADS_SHOWN
            ? "; and " + (threads.size() - THREADS_SHOWN) + " more"
            : "");
  }

  private static String describe(Thread thread) {
    String frames =
        Arrays.stream(thread.getStackTrace())
            .limit(FRAMES_SHOWN)
            .map(StackTraceElement::toString)
            .collect(Collectors.joining(" < "));
    return "\"" + Redacted.name(thread.getName()) + "\" " + thread.getState() + " at " + frames;
  }
}
