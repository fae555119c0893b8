/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.shuffle;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.mapreduce.task.reduce.ShuffleHeader;
import org.hpcreuse.mpi.MapOutputs;

/**
 * The bytes that the shuffle service would send for some maps: before each output a header of
 * Hadoop's.
 */
final class MapOutputStream extends BulkStream {
  private final MapOutputs outputs;
  private final int reduce;
  private byte[] header = new byte[0];
  private int headerAt;
  private boolean over;

  MapOutputStream(MapOutputs outputs, int reduce) {
    this.outputs = outputs;
    this.reduce = reduce;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (!over) {
      if (headerAt < header.length) {
        int count = Math.min(length, header.length - headerAt);
        System.arraycopy(header, headerAt, into, offset, count);
        headerAt += count;
        return count;
      }
      int count = outputs.read(into, offset, length);
      if (count >= 0) {
        return count;
      }
      begin(outputs.next());
    }
    return -1;
  }

  private void begin(Optional<MapOutputs.Output> next) throws IOException {
    over = next.isEmpty();
    if (over) {
      return;
    }
    MapOutputs.Output output = next.get();
    DataOutputBuffer bytes = new DataOutputBuffer();
    new ShuffleHeader(output.map(), output.length(), output.rawLength(), reduce).write(bytes);
    header = Arrays.copyOf(bytes.getData(), bytes.getLength());
    headerAt = 0;
  }

  @Override
  public void close() {
    outputs.close();
  }
}
