/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.mpi;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * What some maps have written for one reduce, one map after the other, as it lies in their files.
 * Used by one thread; {@link #close} may come from any.
 */
public interface MapOutputs extends Closeable {
  /** Where the bytes come from. */
  enum Origin {
    /** Files of this node. */
    DISK,
    /** A slot of another node. */
    MPI
  }

  /**
   * Which outputs.
   *
   * @param host the node of the maps, as YARN names it
   * @param reduce the number of the reduce, from 0
   * @param maps the ids of their attempts, in the order in which they are to come
   */
  record Wanted(String host, int reduce, List<String> maps) {
    /** Copies the list. */
    public Wanted {
      maps = List.copyOf(maps);
    }
  }

  /**
   * An output for one reduce.
   *
   * @param map the attempt
   * @param length its bytes
   * @param rawLength its bytes before they were compressed
   */
  record Output(String map, long length, long rawLength) {}

  /** Where the bytes come from. */
  Origin origin();

  /**
   * Goes to the next output; what has not been read of this one is passed over.
   *
   * @return nothing after the last one
   * @throws IOException when the rest cannot be had
   */
  Optional<Output> next() throws IOException;

  /**
   * Reads bytes of this output.
   *
   * @return how many; -1 at its end, and before the first one
   * @throws IOException when the rest cannot be had
   */
  int read(byte[] into, int offset, int length) throws IOException;

  /** Ends the use; a read that waits throws. */
  @Override
  void close();
}
