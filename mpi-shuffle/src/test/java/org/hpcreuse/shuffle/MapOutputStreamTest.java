/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.mapreduce.task.reduce.ShuffleHeader;
import org.hpcreuse.mpi.MapOutputs;
import org.junit.jupiter.api.Test;

class MapOutputStreamTest {
  /** Outputs that consist of zeros. */
  private static final class Zeros implements MapOutputs {
    private final Queue<Output> outputs;
    private long left;

    Zeros(List<Output> outputs) {
      this.outputs = new ArrayDeque<>(outputs);
    }

    @Override
    public Origin origin() {
      return Origin.DISK;
    }

    @Override
    public Optional<Output> next() {
      Optional<Output> next = Optional.ofNullable(outputs.poll());
      left = next.map(Output::length).orElse(0L);
      return next;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      if (left == 0) {
        return -1;
      }
      int count = (int) Math.min(left, length);
      left -= count;
      return count;
    }

    @Override
    public void close() {}
  }

  @Test
  void hadoopReadsItsHeaderBeforeEachOutput() throws IOException {
    List<MapOutputs.Output> outputs =
        List.of(
            new MapOutputs.Output("attempt_1_0001_m_000000_0", 5, 300),
            new MapOutputs.Output("attempt_1_0001_m_000001_0", 0, 2),
            new MapOutputs.Output("attempt_1_0001_m_000002_0", 70_000, 1L << 40));
    try (DataInputStream in = new DataInputStream(new MapOutputStream(new Zeros(outputs), 7))) {
      for (MapOutputs.Output output : outputs) {
        assertThat(headerOf(in)).isEqualTo(header(output, 7));
        assertThat(in.readNBytes((int) output.length())).hasSize((int) output.length());
      }
      assertThat(in.read()).isEqualTo(-1);
    }
  }

  private static byte[] headerOf(DataInputStream in) throws IOException {
    ShuffleHeader header = new ShuffleHeader();
    header.readFields(in);
    return bytes(header);
  }

  private static byte[] header(MapOutputs.Output output, int reduce) throws IOException {
    return bytes(new ShuffleHeader(output.map(), output.length(), output.rawLength(), reduce));
  }

  private static byte[] bytes(ShuffleHeader header) throws IOException {
    DataOutputBuffer out = new DataOutputBuffer();
    header.write(out);
    DataInputBuffer in = new DataInputBuffer();
    in.reset(out.getData(), out.getLength());
    return in.readAllBytes();
  }
}
