/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.state;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs framework or container code that may block, on a thread of its own, up to a limit. */
public final class BoundedCall {
  private BoundedCall() {}

  /**
   * Runs {@code call} and waits for it.
   *
   * @param what names the work in the thread's name and in errors
   * @param context the thread's context loader
   * @param limitNanos how long to wait; then the thread is interrupted and left behind
   * @throws TimeoutException if it took longer
   */
  public static void run(String what, ClassLoader context, long limitNanos, Callable<?> call)
      throws Exception {
    FutureTask<?> task = new FutureTask<>(call);
    Thread thread = new Thread(null, task, "hpc-reuse-release-" + what, 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(context);
    thread.start();
    try {
      task.get(limitNanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      TimeoutException late =
          new TimeoutException(
              what + " not done after " + limitNanos / 1_000_000 + " ms; " + stack(thread));
      thread.interrupt();
      throw late;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw e;
    }
  }

  private static String stack(Thread thread) {
    StackTraceElement[] frames = thread.getStackTrace();
    return "at " + (frames.length == 0 ? "its end" : frames[0]);
  }
}
