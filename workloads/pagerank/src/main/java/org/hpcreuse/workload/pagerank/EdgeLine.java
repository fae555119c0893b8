/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import org.apache.hadoop.io.Text;

/**
 * Reads a line of an edge list: two names separated by blanks. Names are any bytes but ASCII white
 * space; lines that begin with {@code #} and blank lines are ignored.
 */
final class EdgeLine {
  /** What a line is. */
  enum Kind {
    EDGE,
    IGNORED,
    BAD
  }

  private final Text from = new Text();
  private final Text to = new Text();
  private int fields;

  /** Takes the line apart; after {@link Kind#EDGE} the two names can be read. */
  Kind parse(Text line) {
    byte[] bytes = line.getBytes();
    int end = line.getLength();
    fields = 0;
    int position = skip(bytes, 0, end, true);
    if (position == end || bytes[position] == '#') {
      return Kind.IGNORED;
    }
    while (position < end) {
      int next = skip(bytes, position, end, false);
      if (fields == 0) {
        from.set(bytes, position, next - position);
      } else if (fields == 1) {
        to.set(bytes, position, next - position);
      }
      fields++;
      position = skip(bytes, next, end, true);
    }
    return fields == 2 ? Kind.EDGE : Kind.BAD;
  }

  Text from() {
    return from;
  }

  Text to() {
    return to;
  }

  /** Number of fields of a line that is not ignored. */
  int fields() {
    return fields;
  }

  private static int skip(byte[] bytes, int start, int end, boolean blanks) {
    int position = start;
    while (position < end && isBlank(bytes[position]) == blanks) {
      position++;
    }
    return position;
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || (b >= '\t' && b <= '\r');
  }
}
