/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;

/**
 * How many lines a map of the first job saw in its piece of a file, and which of them are no edges.
 * A map that starts in the middle of a file cannot know its line numbers; {@link #join} adds the
 * lines of the pieces before.
 */
final class BadLines implements Writable {
  private static final int MOST_SHOWN = 10;
  private static final int MOST_TEXT = 80;

  /**
   * A line that is no edge.
   *
   * @param number in the piece, from 1
   * @param fields how many fields it has instead of two
   * @param text its beginning
   */
  private record Line(long number, int fields, String text) {}

  private String file = "";
  private long start;
  private long lines;
  private long bad;
  private final List<Line> shown = new ArrayList<>();

  /** An empty one, to be read into. */
  BadLines() {}

  /** Of a piece that starts so many bytes after the begin of a file. */
  BadLines(String file, long start) {
    this.file = file;
    this.start = start;
  }

  void countLine() {
    lines++;
  }

  /** Counts the current line as bad. */
  void countBad(int fields, Text line) {
    bad++;
    if (shown.size() < MOST_SHOWN) {
      String text = line.toString();
      StringBuilder begin = new StringBuilder();
      text.codePoints()
          .limit(MOST_TEXT)
          .map(c -> Character.isISOControl(c) ? ' ' : c)
          .forEach(begin::appendCodePoint);
      String more = text.codePointCount(0, text.length()) > MOST_TEXT ? "…" : "";
      shown.add(new Line(lines, fields, begin + more));
    }
  }

  /**
   * The whole input's bad lines.
   *
   * @param count how many there are
   * @param shown the first few of them, for people, with their line numbers in their files
   */
  record All(long count, List<String> shown) {
    /** The number of bad lines, the limit, and the first few lines, one below the other. */
    String describe(long limit) {
      StringBuilder text = new StringBuilder();
      text.append(count).append(count == 1 ? " bad line" : " bad lines");
      text.append(" (limit ").append(limit).append(")");
      shown.forEach(line -> text.append(System.lineSeparator()).append("  ").append(line));
      if (count > shown.size()) {
        text.append(System.lineSeparator()).append("  and ").append(count - shown.size());
        text.append(" more");
      }
      return text.toString();
    }
  }

  /** Joins the reports of all maps, in any order. */
  static All join(List<BadLines> pieces) {
    List<BadLines> ordered = new ArrayList<>(pieces);
    ordered.sort(
        Comparator.comparing((BadLines piece) -> piece.file).thenComparing(piece -> piece.start));
    long count = 0;
    List<String> shown = new ArrayList<>();
    String file = "";
    long linesBefore = 0;
    for (BadLines piece : ordered) {
      if (!piece.file.equals(file)) {
        file = piece.file;
        linesBefore = 0;
      }
      count += piece.bad;
      for (Line line : piece.shown) {
        shown.add(
            String.format(
                "%s:%d: 2 fields expected, %d found: %s",
                file, linesBefore + line.number, line.fields, line.text));
      }
      linesBefore += piece.lines;
    }
    return new All(count, List.copyOf(shown.subList(0, Math.min(shown.size(), MOST_SHOWN))));
  }

  @Override
  public void write(DataOutput out) throws IOException {
    Text.writeString(out, file);
    out.writeLong(start);
    out.writeLong(lines);
    out.writeLong(bad);
    out.writeInt(shown.size());
    for (Line line : shown) {
      out.writeLong(line.number);
      out.writeInt(line.fields);
      Text.writeString(out, line.text);
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    file = Text.readString(in);
    start = in.readLong();
    lines = in.readLong();
    bad = in.readLong();
    shown.clear();
    int count = in.readInt();
    for (int i = 0; i < count; i++) {
      shown.add(new Line(in.readLong(), in.readInt(), Text.readString(in)));
    }
  }
}
