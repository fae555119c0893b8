/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.outputs;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32;
import org.hpcreuse.mpi.MapOutputs;

/**
 * What one map has written for one reduce: a part of its file. Beside it lies an index, which has
 * for each reduce where its part begins, how long that is uncompressed, and how long; at its end is
 * a CRC32 of all that (Hadoop's SpillRecord).
 */
final class OutputFile implements Closeable {
  private static final int RECORD_BYTES = 3 * Long.BYTES;

  /** Of an index; a job with a million reduces has one of 24 MB. */
  private static final long LONGEST_INDEX = 64L << 20;

  private final FileChannel channel;
  private final MapOutputs.Output output;
  private final long end;
  private long at;

  private OutputFile(FileChannel channel, MapOutputs.Output output, long start) {
    this.channel = channel;
    this.output = output;
    at = start;
    end = start + output.length();
  }

  /**
   * Opens it.
   *
   * @param written by the map
   * @throws IOException when there is none, or the index is damaged
   */
  static OutputFile open(WrittenOutput written, String map, int reduce) throws IOException {
    ByteBuffer index = index(written.index(), reduce);
    int record = reduce * RECORD_BYTES;
    long start = index.getLong(record);
    long rawLength = index.getLong(record + Long.BYTES);
    long length = index.getLong(record + 2 * Long.BYTES);
    Path file = written.file();
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
    if (start < 0 || length < 0 || start + length > channel.size()) {
      String size = channel.size() + " bytes";
      channel.close();
      throw new IOException(
          file + " has " + size + ", its index wants " + length + " bytes from " + start);
    }
    return new OutputFile(channel, new MapOutputs.Output(map, length, rawLength), start);
  }

  private static ByteBuffer index(Path file, int reduce) throws IOException {
    long size = Files.size(file);
    if (size > LONGEST_INDEX) {
      throw new IOException(file + " has " + size + " bytes, more than " + LONGEST_INDEX);
    }
    ByteBuffer index = ByteBuffer.wrap(Files.readAllBytes(file));
    int records = index.capacity() / RECORD_BYTES;
    if (reduce < 0 || reduce >= records) {
      throw new IOException(file + " has " + records + " parts, wanted is number " + reduce);
    }
    CRC32 sum = new CRC32();
    sum.update(index.array(), 0, records * RECORD_BYTES);
    if (index.capacity() < records * RECORD_BYTES + Long.BYTES
        || index.getLong(records * RECORD_BYTES) != sum.getValue()) {
      throw new IOException(file + ": its checksum is wrong");
    }
    return index;
  }

  MapOutputs.Output output() {
    return output;
  }

  /**
   * Reads on.
   *
   * @return how many bytes; -1 at the end of this output
   */
  int read(ByteBuffer into) throws IOException {
    if (at == end) {
      return -1;
    }
    int limit = into.limit();
    into.limit((int) Math.min(limit, into.position() + (end - at)));
    int count = channel.read(into, at);
    into.limit(limit);
    if (count < 0) {
      throw new IOException(
          "the output of " + output.map() + " ends " + (end - at) + " bytes early");
    }
    at += count;
    return count;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
