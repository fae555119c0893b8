/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/**
 * The nodes that one node points to. Kept in its serialised form, because most of an iteration's
 * work is to carry it from one file to the next: a count, a length, and the names as Hadoop's Text
 * writes them.
 */
final class Targets implements Writable {
  private int count;
  private byte[] names = new byte[0];
  private int length;

  /** How many nodes there are. */
  int count() {
    return count;
  }

  void clear() {
    count = 0;
    length = 0;
  }

  /** Makes these the given nodes. */
  void set(Iterable<Text> targets) {
    clear();
    try (DataOutputBuffer buffer = new DataOutputBuffer();
        DataOutputStream out = new DataOutputStream(buffer)) {
      for (Text target : targets) {
        target.write(out);
        count++;
      }
      ensureCapacity(buffer.getLength());
      length = buffer.getLength();
      System.arraycopy(buffer.getData(), 0, names, 0, length);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
  }

  void set(Targets other) {
    ensureCapacity(other.length);
    System.arraycopy(other.names, 0, names, 0, other.length);
    count = other.count;
    length = other.length;
  }

  /** Takes a target. */
  @FunctionalInterface
  interface Visitor {
    void visit(Text target) throws IOException, InterruptedException;
  }

  /** Calls the visitor for each target, in order, with one Text object that is used again. */
  void forEach(Visitor visitor) throws IOException, InterruptedException {
    DataInputBuffer in = new DataInputBuffer();
    in.reset(names, length);
    Text name = new Text();
    for (int i = 0; i < count; i++) {
      name.readFields(in);
      visitor.visit(name);
    }
  }

  private void ensureCapacity(int needed) {
    if (names.length < needed) {
      names = Arrays.copyOf(names, Math.max(needed, Math.min(names.length * 2, 1 << 20)));
    }
  }

  @Override
  public void write(DataOutput out) throws IOException {
    WritableUtils.writeVInt(out, count);
    WritableUtils.writeVInt(out, length);
    out.write(names, 0, length);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    count = WritableUtils.readVInt(in);
    length = WritableUtils.readVInt(in);
    ensureCapacity(length);
    in.readFully(names, 0, length);
  }
}
