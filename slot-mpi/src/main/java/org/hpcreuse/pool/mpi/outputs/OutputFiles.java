/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.outputs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.hpcreuse.mpi.MapOutputs;

/** Outputs of maps of this node. */
public final class OutputFiles implements MapOutputs {
  /** The JDK takes a direct buffer of that size for a read into an array, and keeps it. */
  private static final int MOST_BYTES = 128 << 10;

  private final int reduce;
  private final Iterator<String> maps;
  private final Iterator<WrittenOutput> outputs;

  /** Null before the first and after the last one. */
  private volatile OutputFile file;

  private volatile boolean closed;

  /**
   * Takes what is to be read.
   *
   * @param outputs of the maps, in their order
   */
  public OutputFiles(int reduce, List<String> maps, List<WrittenOutput> outputs) {
    this.reduce = reduce;
    this.maps = maps.iterator();
    this.outputs = outputs.iterator();
  }

  @Override
  public Origin origin() {
    return Origin.DISK;
  }

  @Override
  public Optional<Output> next() throws IOException {
    closeFile();
    if (!maps.hasNext()) {
      return Optional.empty();
    }
    if (closed) {
      throw new IOException("closed");
    }
    OutputFile opened = OutputFile.open(outputs.next(), maps.next(), reduce);
    file = opened;
    if (closed) {
      closeFile();
    }
    return Optional.of(opened.output());
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    return read(ByteBuffer.wrap(into, offset, Math.min(length, MOST_BYTES)));
  }

  /**
   * Reads bytes of this output.
   *
   * @return how many; -1 at its end, and before the first one
   */
  public int read(ByteBuffer into) throws IOException {
    OutputFile current = file;
    return current == null ? -1 : current.read(into);
  }

  private void closeFile() throws IOException {
    OutputFile current = file;
    file = null;
    if (current != null) {
      current.close();
    }
  }

  @Override
  public void close() {
    closed = true;
    try {
      closeFile();
    } catch (IOException e) {
      // It was open for reading: nothing is lost.
    }
  }
}
