/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.head;

import java.util.Locale;

/**
 * What a node has written to its file {@code state} last.
 *
 * @param sinceMs when it wrote that, by its own clock, milliseconds since the epoch
 * @param message why; empty when the state says it all
 */
public record NodeProgress(State state, long sinceMs, String message) {
  /** Of a node that has not written anything yet. */
  public static final NodeProgress NONE = new NodeProgress(State.NEW, 0, "");

  /** How far a node is; those up to UP are in the order in which it comes to them. */
  public enum State {
    NEW,
    CHECKED,
    STAGED,
    POOL,
    UP,
    LOST,
    FAILED,
    STOPPED,
    DONE;

    /** As written in the file. */
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Reads the line «STATE MILLISECONDS [MESSAGE]».
   *
   * @return {@link #NONE} when it is another one
   */
  static NodeProgress parse(String line) {
    String[] words = line.strip().split(" +", 3);
    try {
      return new NodeProgress(
          State.valueOf(words[0].toUpperCase(Locale.ROOT)),
          Long.parseLong(words[1]),
          words.length > 2 ? words[2] : "");
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException other) {
      return NONE;
    }
  }

  /** Whether the node has lost a part or has ended, so that its cluster cannot come up. */
  boolean hasFallenOut() {
    return state.compareTo(State.UP) > 0;
  }
}
