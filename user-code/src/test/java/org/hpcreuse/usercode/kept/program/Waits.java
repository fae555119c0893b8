/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Its initialiser waits for a thread that runs a method of it, and uses no field. */
public final class Waits implements Runnable {
  private static int errors;
  private static final boolean ENDED;

  private final AtomicReference<String> error = new AtomicReference<>("");

  static {
    Thread thread = new Thread(new Waits(), "waits");
    thread.setDaemon(true);
    thread.start();
    try {
      thread.join(TimeUnit.SECONDS.toMillis(10));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    ENDED = !thread.isAlive();
  }

  @Override
  public void run() {
    if (!error.get().isEmpty()) {
      errors++;
    }
  }

  /** Whether the thread has ended. */
  public static String show() {
    return ENDED + " " + errors;
  }
}
