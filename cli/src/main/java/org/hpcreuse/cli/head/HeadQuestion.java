/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.head;

import java.util.Locale;

/**
 * What the script of the head waits for: one line «SUBJECT NUMBER».
 *
 * @param number how long to wait, seconds; of {@link Subject#WATCH} the pid of the user's command,
 *     0 = none
 */
public record HeadQuestion(Subject subject, long number) {
  /** What is waited for. */
  public enum Subject {
    /** Every node has checked itself, and their clocks agree. */
    CHECKED,
    /** Every node has unpacked the package. */
    STAGED,
    /** Every node has started its daemons. */
    POOL,
    /** Every node is up. */
    UP,
    /** The user's command has ended, or the cluster has. */
    WATCH,
    /** The first node has fetched the job history. */
    HISTORY,
    /** Every node has cleaned up. */
    END;

    /** As written in the line. */
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Reads such a line.
   *
   * @throws IllegalArgumentException when it is another one
   */
  public static HeadQuestion parse(String line) {
    String[] words = line.split(" ", -1);
    if (words.length != 2) {
      throw new IllegalArgumentException("no question «SUBJECT NUMBER»: " + line);
    }
    return new HeadQuestion(
        Subject.valueOf(words[0].toUpperCase(Locale.ROOT)), Long.parseLong(words[1]));
  }
}
