/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pingpong;

import java.util.Arrays;
import java.util.Locale;

/** Sends messages to and fro, and prints how long they take. */
public final class ToAndFro {
  private static final int ROUND_BYTES = 1 << 20;
  private static final int MOST_IN_ROUND = 200;
  private static final double NANOS_PER_MICRO = 1e3;

  private final Exchange exchange;
  private final boolean first;
  private final int rounds;

  /**
   * Makes one.
   *
   * @param first whether this process sends first, and prints
   */
  public ToAndFro(Exchange exchange, boolean first, int rounds) {
    this.exchange = exchange;
    this.first = first;
    this.rounds = rounds;
  }

  /** Measures messages of 1, 2, 4 … bytes. */
  public void measure(int largest) throws Exception {
    for (int bytes = 1; bytes <= largest; bytes *= 2) {
      measureSize(bytes);
    }
  }

  /** A round of small messages is many of them, since the clock is coarse. */
  private void measureSize(int bytes) throws Exception {
    int messages = Math.max(1, Math.min(MOST_IN_ROUND, ROUND_BYTES / bytes));
    exchange.prepare(bytes);
    double[] micros = new double[rounds];
    for (int round = -rounds / 2; round < rounds; round++) {
      long begin = System.nanoTime();
      for (int i = 0; i < messages; i++) {
        if (first) {
          exchange.send();
          exchange.receive();
        } else {
          exchange.receive();
          exchange.send();
        }
      }
      if (round >= 0) {
        micros[round] = (System.nanoTime() - begin) / NANOS_PER_MICRO / messages / 2;
      }
    }
    if (first) {
      Arrays.sort(micros);
      double median = micros[rounds / 2];
      System.out.printf(
          Locale.ROOT, "%s %d %.3f %.1f%n", exchange.name(), bytes, median, bytes / median);
    }
  }
}
