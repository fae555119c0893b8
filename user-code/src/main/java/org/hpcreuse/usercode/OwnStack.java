/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Runs what has overflowed the stack of its thread in one of its own: a program may load a class at
 * the end of its stack, and catch what comes of it.
 */
final class OwnStack {
  private OwnStack() {}

  /**
   * Calls it, and waits for it however long it takes.
   *
   * @param failed receives why there is no result
   * @return null when there is none
   */
  static byte[] call(Supplier<byte[]> work, Consumer<String> failed) {
    try {
      AtomicReference<byte[]> result = new AtomicReference<>();
      Thread thread = new Thread(null, () -> result.set(work.get()), "kept-rewriter", 0, false);
      thread.setDaemon(true);
      thread.setContextClassLoader(null);
      thread.start();
      await(thread);
      return result.get();
    } catch (RuntimeException | Error e) {
      failed.accept(e.toString());
      return null;
    }
  }

  /** An interrupt is for the program. */
  private static void await(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
