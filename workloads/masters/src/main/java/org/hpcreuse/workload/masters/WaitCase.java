/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.masters;

import java.util.Locale;

/**
 * One way to wait for containers.
 *
 * @param asSlots whether a master waits as Hadoop's allocator does once the agent of slots has
 *     rewritten it, and not as it does in stock Hadoop
 * @param newsMs every how many ms its requests change; 0 = never
 */
record WaitCase(boolean asSlots, int newsMs) {
  /**
   * Reads one.
   *
   * @param word such as {@code slots:100}
   * @throws IllegalArgumentException naming the word when it is none
   */
  static WaitCase parse(String word) {
    if (!word.matches("(stock|slots):(0|[1-9][0-9]{0,6})")) {
      throw new IllegalArgumentException("case " + word + ": must be stock:MS or slots:MS");
    }
    int colon = word.indexOf(':');
    return new WaitCase(word.startsWith("slots"), Integer.parseInt(word.substring(colon + 1)));
  }

  /** As lines have it, JSON. */
  String json(int masters) {
    return String.format(
        Locale.ROOT,
        "{\"masters\":%d,\"waits\":\"%s\",\"newsMs\":%d}",
        masters,
        asSlots ? "slots" : "stock",
        newsMs);
  }
}
