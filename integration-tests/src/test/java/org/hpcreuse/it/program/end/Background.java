/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.end;

import org.hpcreuse.it.program.Turnstile;

/** Its main() returns at once; a thread goes on until the test's gate opens. */
public final class Background {
  private Background() {}

  /** Starts the thread and returns. */
  public static void main(String[] args) {
    Thread worker =
        new Thread(
            () -> {
              Turnstile.pass(args[0]);
              System.out.println("worker done");
            },
            "worker");
    worker.start();
    System.out.println("main returned");
  }
}
