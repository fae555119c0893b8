/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

/**
 * A line that is no edge.
 *
 * @param file where it is
 * @param line number in the file (within {@link SplitReport}: in the split), from 1
 * @param fields how many fields it has instead of two
 * @param text its beginning
 */
record BadLine(String file, long line, int fields, String text) {
  private static final int MAX_TEXT = 80;

  static BadLine of(String file, long line, int fields, String text) {
    StringBuilder shown = new StringBuilder();
    text.codePoints()
        .limit(MAX_TEXT)
        .map(c -> Character.isISOControl(c) ? ' ' : c)
        .forEach(shown::appendCodePoint);
    return new BadLine(
        file, line, fields, shown + (text.codePointCount(0, text.length()) > MAX_TEXT ? "…" : ""));
  }

  BadLine later(long lines) {
    return new BadLine(file, line + lines, fields, text);
  }

  @Override
  public String toString() {
    return file + ":" + line + ": 2 fields expected, " + fields + " found: " + text;
  }
}
