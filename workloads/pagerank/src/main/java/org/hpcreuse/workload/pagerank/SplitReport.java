/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;

/**
 * What a map of the first job saw in its piece of a file. A map that starts in the middle of a file
 * cannot know its line numbers; {@link InputReport} adds the lines of the pieces before.
 */
public final class SplitReport implements Writable {
  static final int MAX_SHOWN = 10;

  private String file = "";
  private long start;
  private long lines;
  private long bad;
  private final List<BadLine> shown = new ArrayList<>();

  /** An empty one, to be read into. */
  public SplitReport() {}

  SplitReport(String file, long start) {
    this.file = file;
    this.start = start;
  }

  void countLine() {
    lines++;
  }

  /** Counts the current line as bad. */
  void countBad(int fields, Text text) {
    bad++;
    if (shown.size() < MAX_SHOWN) {
      shown.add(BadLine.of(file, lines, fields, text.toString()));
    }
  }

  String file() {
    return file;
  }

  long start() {
    return start;
  }

  long lines() {
    return lines;
  }

  long bad() {
    return bad;
  }

  List<BadLine> shown() {
    return List.copyOf(shown);
  }

  @Override
  public void write(DataOutput out) throws IOException {
    Text.writeString(out, file);
    out.writeLong(start);
    out.writeLong(lines);
    out.writeLong(bad);
    out.writeInt(shown.size());
    for (BadLine line : shown) {
      out.writeLong(line.line());
      out.writeInt(line.fields());
      Text.writeString(out, line.text());
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
      shown.add(new BadLine(file, in.readLong(), in.readInt(), Text.readString(in)));
    }
  }
}
