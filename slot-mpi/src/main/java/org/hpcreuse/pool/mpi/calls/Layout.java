/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.calls;

import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;

/**
 * Where some items of a datatype lie, in bytes from the begin of their buffer.
 *
 * @param low the first byte; negative when a datatype begins before its buffer
 * @param high the byte after the last one
 * @param dense whether all bytes in between belong to the items
 */
record Layout(int low, int high, boolean dense) {
  private static final Layout EMPTY = new Layout(0, 0, true);

  /**
   * Of {@code items} items that follow each other.
   *
   * @throws MPIException when they do not fit into the address range of a Java buffer
   */
  static Layout of(int items, Datatype type) throws MPIException {
    if (items <= 0) {
      return EMPTY; // MPI itself complains about a negative number
    }
    int basic = basicBytes(type);
    if (basic > 0) {
      return new Layout(0, size((long) items * basic), true);
    }
    long unit = Bindings.unit(type);
    long last = (items - 1) * extent(type);
    long begin = unit * type.getTrueLb();
    long end = begin + unit * type.getTrueExtent();
    return new Layout(size(Math.min(begin, begin + last)), size(Math.max(end, end + last)), false);
  }

  /** Bytes from one item to the next. */
  static long extent(Datatype type) throws MPIException {
    return (long) Bindings.unit(type) * type.getExtent();
  }

  /** Bytes of an item of a basic datatype; 0 for another datatype. */
  private static int basicBytes(Datatype type) {
    if (type == MPI.BYTE || type == MPI.PACKED || type == MPI.BOOLEAN) {
      return Byte.BYTES;
    } else if (type == MPI.INT || type == MPI.FLOAT) {
      return Integer.BYTES;
    } else if (type == MPI.DOUBLE || type == MPI.LONG) {
      return Long.BYTES;
    } else if (type == MPI.CHAR || type == MPI.SHORT) {
      return Short.BYTES;
    }
    return 0;
  }

  private static int size(long bytes) throws MPIException {
    if (bytes != (int) bytes) {
      throw new MPIException("a message of " + bytes + " bytes in an array, at most 2 GiB");
    }
    return (int) bytes;
  }
}
