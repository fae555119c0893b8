/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.masters;

import java.util.List;
import java.util.stream.Stream;

/**
 * What the program does.
 *
 * @param masters how many ApplicationMasters wait
 * @param seconds how long each case takes
 * @param intervalMs the heartbeat interval of stock Hadoop, ms
 * @param cases the cases, in their order
 */
record Arguments(int masters, int seconds, int intervalMs, List<WaitCase> cases) {
  static final String USAGE =
      "usage: Masters N SECONDS INTERVAL_MS CASE…, a CASE is like slots:100";

  private static final int NUMBERS = 3;

  Arguments {
    cases = List.copyOf(cases);
  }

  /**
   * Reads them.
   *
   * @throws IllegalArgumentException naming the word that is wrong
   */
  static Arguments parse(String... words) {
    if (words.length <= NUMBERS) {
      throw new IllegalArgumentException(words.length + " words are too few; " + USAGE);
    }
    return new Arguments(
        positive("N", words[0]),
        positive("SECONDS", words[1]),
        positive("INTERVAL_MS", words[2]),
        Stream.of(words).skip(NUMBERS).map(WaitCase::parse).toList());
  }

  private static int positive(String name, String word) {
    if (!word.matches("[1-9][0-9]{0,6}")) {
      throw new IllegalArgumentException(
          name + " " + word + ": must be a number from 1 to 9999999; " + USAGE);
    }
    return Integer.parseInt(word);
  }
}
