/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.end;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.Selector;
import java.util.concurrent.CountDownLatch;

/**
 * A server's thread that takes no notice of interrupts, but of the end of its selector; and that
 * opens one more when its first is closed, as a server does that is just starting.
 */
public final class SelectsAgain {
  private SelectsAgain() {}

  /** Exits with 7 when the thread selects. */
  public static void main(String[] args) throws InterruptedException {
    CountDownLatch selecting = new CountDownLatch(1);
    Thread server =
        new Thread(
            () -> {
              select(selecting);
              select(selecting);
            },
            "server");
    server.start();
    selecting.await();
    System.exit(7);
  }

  private static void select(CountDownLatch selecting) {
    try (Selector selector = Selector.open()) {
      selecting.countDown();
      while (selector.isOpen()) {
        selector.select();
        Thread.interrupted();
      }
    } catch (ClosedSelectorException e) {
      return;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
