/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.end;

import org.hpcreuse.it.program.Turnstile;

/** Computes for ever and takes no notice of interrupts: {@code Stubborn GATE|- exit|stay}. */
public final class Stubborn {
  private static volatile long count;

  private Stubborn() {}

  /** Starts the loop, tells the gate, then exits with 7 or stays in a loop itself. */
  public static void main(String[] args) {
    Thread thread = new Thread(Stubborn::loop, "stubborn");
    thread.start();
    if (!args[0].equals("-")) {
      Turnstile.arrive(args[0]);
    }
    if (args[1].equals("exit")) {
      System.exit(7);
    }
    loop();
  }

  private static void loop() {
    while (count >= 0) {
      count = (count + 1) & Integer.MAX_VALUE;
    }
  }
}
