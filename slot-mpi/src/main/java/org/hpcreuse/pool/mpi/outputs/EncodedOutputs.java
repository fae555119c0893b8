/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.outputs;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.hpcreuse.mpi.MapOutputs;

/** Outputs as one row of bytes: before each its length and raw length, 8 bytes each. */
final class EncodedOutputs implements Closeable {
  static final int LENGTHS_BYTES = 2 * Long.BYTES;

  private final OutputFiles files;
  private final ByteBuffer lengths = ByteBuffer.allocate(LENGTHS_BYTES).limit(0);
  private boolean over;

  EncodedOutputs(OutputFiles files) {
    this.files = files;
  }

  /**
   * Writes the next bytes, as many as there is room for.
   *
   * @return whether these were the last
   */
  boolean fill(ByteBuffer into) throws IOException {
    while (!over && into.hasRemaining()) {
      if (lengths.hasRemaining()) {
        into.put(lengths.get());
      } else if (files.read(into) < 0) {
        begin(files.next());
      }
    }
    return over;
  }

  private void begin(Optional<MapOutputs.Output> output) {
    over = output.isEmpty();
    output.ifPresent(
        each -> lengths.clear().putLong(each.length()).putLong(each.rawLength()).flip());
  }

  @Override
  public void close() {
    files.close();
  }
}
