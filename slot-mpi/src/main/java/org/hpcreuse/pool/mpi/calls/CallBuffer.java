/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.calls;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

/**
 * A buffer of one call, as memory that native code may use while the call waits: the program's own
 * when it is direct, else a copy. Belongs to one thread.
 */
public final class CallBuffer implements AutoCloseable {
  /** What the call does with the buffer. */
  public enum Use {
    /** It only reads it. */
    READ,
    /** It writes all of it, or, when it receives a message, the beginning. */
    WRITE,
    /** It writes some of it, or reads it as well. */
    UPDATE,
    /** The argument has no meaning in this process. */
    NONE
  }

  private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(Long.BYTES);

  private final Object user;
  private final int items;
  private final Datatype type;
  private final Use use;
  private Buffer memory;

  /** Null when the program's own buffer is used. */
  private NativeMemory.Block block;

  private Object array;

  /** Where in the array the program's buffer begins, bytes. */
  private int arrayStart;

  private Layout layout;

  /** Where in the block the program's buffer begins, bytes. */
  private int blockStart;

  private boolean lost;

  private CallBuffer(Object user, int items, Datatype type, Use use) {
    this.user = user;
    this.items = items;
    this.type = type;
    this.use = use;
  }

  /**
   * Makes the memory of a buffer.
   *
   * @param user what the program has passed: an array, a buffer or null
   * @param items how many items of the datatype the call uses at most
   */
  public static CallBuffer of(Object user, int items, Datatype type, Use use) throws MPIException {
    CallBuffer made = new CallBuffer(user, items, type, use);
    if (user instanceof Buffer buffer && buffer.isDirect()) {
      made.memory = buffer;
    } else if (use == Use.NONE || user == null) {
      made.memory = NOTHING;
    } else {
      made.copyIn();
    }
    return made;
  }

  /** Memory of this project's own for so many items. */
  public static CallBuffer scratch(int items, Datatype type) throws MPIException {
    CallBuffer made = new CallBuffer(null, items, type, Use.NONE);
    made.allocate();
    return made;
  }

  private void allocate() throws MPIException {
    layout = Layout.of(items, type);
    blockStart = -Math.min(0, layout.low());
    block = NativeMemory.take(Math.max(1, blockStart + layout.high()));
    memory =
        blockStart == 0
            ? block.bytes()
            : block
                .bytes()
                .slice(blockStart, block.bytes().capacity() - blockStart)
                .order(ByteOrder.nativeOrder());
  }

  /**
   * A new view of the memory from one of the items on, in native order.
   *
   * @param item its number
   * @param count how many items it has, as far as there is memory
   */
  public ByteBuffer from(int item, int count) throws MPIException {
    long extent = Layout.extent(type);
    int at = Math.toIntExact(blockStart + item * extent);
    int bytes = (int) Math.min(count * extent, block.bytes().capacity() - at);
    return block.bytes().slice(at, bytes).order(ByteOrder.nativeOrder());
  }

  private void copyIn() throws MPIException {
    array = user;
    if (user instanceof Buffer heap) {
      array = heap.array();
      arrayStart = heap.arrayOffset() * ArrayCopy.elementBytes(array);
    }
    allocate();
    boolean overwritten = use == Use.WRITE && layout.dense();
    if (!overwritten && layout.high() > layout.low()) {
      int from = arrayStart + layout.low();
      ArrayCopy.toMemory(array, from, block.bytes(), blockStart + layout.low(), whole());
    }
  }

  /** Bytes of the layout, up to the end of its last element. */
  private int whole() {
    int size = ArrayCopy.elementBytes(array);
    return (layout.high() - layout.low() + size - 1) / size * size;
  }

  /** What native code gets. */
  public Buffer memory() {
    return memory;
  }

  /** Gives the program what a collective call has written. */
  public void copyBack() throws MPIException {
    if (block == null || use == Use.READ || use == Use.NONE) {
      return;
    }
    if (layout.dense()) {
      ArrayCopy.toArray(block.bytes(), 0, array, arrayStart, layout.high());
    } else {
      unpack();
    }
  }

  /**
   * Gives the program the parts that a collective call has written, and touches nothing between
   * them.
   *
   * @param counts items of each part
   * @param displacements item where each part begins
   */
  public void copyBack(int[] counts, int[] displacements) throws MPIException {
    if (block == null || use == Use.NONE) {
      return;
    }
    if (!layout.dense()) {
      unpack();
      return;
    }
    int extent = (int) Layout.extent(type);
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] > 0) {
        int at = displacements[i] * extent;
        ArrayCopy.toArray(block.bytes(), at, array, arrayStart + at, counts[i] * extent);
      }
    }
  }

  /**
   * Gives the program a message, which may be shorter than the buffer.
   *
   * @param status of the message
   */
  public void copyBack(Status status) throws MPIException {
    if (block == null) {
      return;
    }
    if (layout.dense()) {
      int bytes = Math.min(status.getCount(MPI.BYTE), layout.high());
      ArrayCopy.toArray(block.bytes(), 0, array, arrayStart, bytes);
    } else {
      unpack();
    }
  }

  /** Touches only what belongs to the items: another thread may use what lies in between. */
  private void unpack() throws MPIException {
    MPI.COMM_SELF.unpack(packed(memory, items, type), 0, user, items, type);
  }

  /** The content of some items, one after the other, in the form that MPI.PACKED stands for. */
  public byte[] packed() throws MPIException {
    return packed(memory, items, type);
  }

  /**
   * The same of items that begin at some memory.
   *
   * @param memory direct
   */
  public static byte[] packed(Buffer memory, int items, Datatype type) throws MPIException {
    byte[] packed = new byte[MPI.COMM_SELF.packSize(items, type)];
    int bytes = MPI.COMM_SELF.pack(memory, items, type, packed, 0);
    return bytes == packed.length ? packed : Arrays.copyOf(packed, bytes);
  }

  /** Native code may go on to use the memory for ever, so nobody else must get it. */
  public void lose() {
    if (block != null && !lost) {
      NativeMemory.lose(block);
    }
    lost = true;
  }

  @Override
  public void close() {
    if (block != null && !lost) {
      NativeMemory.give(block);
      block = null;
    }
  }

  /**
   * Where some items of a datatype lie, in bytes from the begin of their buffer.
   *
   * @param low the first byte; negative when a datatype begins before its buffer
   * @param high the byte after the last one
   * @param dense whether all bytes in between belong to the items
   */
  private record Layout(int low, int high, boolean dense) {
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
      return new Layout(
          size(Math.min(begin, begin + last)), size(Math.max(end, end + last)), false);
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
}
