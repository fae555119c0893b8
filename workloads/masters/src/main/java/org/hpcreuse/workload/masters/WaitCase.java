/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.masters;

import java.util.Locale;

/**
 * One way to wait for containers.
 *
 * @param waits how a master waits before each heartbeat
 * @param newsMs every how many ms its requests change; 0 = never
 */
record WaitCase(Waits waits, int newsMs) {
  /**
   * Reads one.
   *
   * @param word such as {@code slots:100}
   * @throws IllegalArgumentException naming the word when it is none
   */
  static WaitCase parse(String word) {
    if (!word.matches("(stock|slots):(0|[1-9][0-9]{0,6})")) {
      throw new IllegalArgumentException(
          "case " + word + ": must be stock:MS or slots:MS; " + Arguments.USAGE);
    }
    int colon = word.indexOf(':');
    return new WaitCase(
        Waits.valueOf(word.substring(0, colon).toUpperCase(Locale.ROOT)),
        Integer.parseInt(word.substring(colon + 1)));
  }

  /** As {@link #parse} reads it. */
  @Override
  public String toString() {
    return waits.name().toLowerCase(Locale.ROOT) + ":" + newsMs;
  }
}
