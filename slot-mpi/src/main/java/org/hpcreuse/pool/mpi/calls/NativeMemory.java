/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.calls;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * Memory for messages that a program keeps in Java arrays, which non-blocking calls cannot use. It
 * comes from the C library, so that it does not count as the container's own direct memory.
 * Thread-safe.
 */
public final class NativeMemory {
  /** Smallest and largest block that is kept for the next call: 256 B and 16 MiB. */
  private static final int SMALLEST_BITS = 8;

  private static final int LARGEST_BITS = 24;

  /** So many of each size are kept: more calls at once are rare. */
  private static final int KEPT = 4;

  private static final List<ArrayDeque<Block>> FREE = new ArrayList<>();

  private static final LongAdder LOST = new LongAdder();

  static {
    for (int bits = SMALLEST_BITS; bits <= LARGEST_BITS; bits++) {
      FREE.add(new ArrayDeque<>(KEPT));
    }
  }

  private NativeMemory() {}

  /** Some bytes in native order. The call that takes it gives it back, or leaves it for ever. */
  public record Block(long address, ByteBuffer bytes) {}

  /**
   * Takes a block; its content is of no meaning.
   *
   * @param bytes at least so many
   */
  public static Block take(int bytes) {
    int bits = Math.max(SMALLEST_BITS, Integer.SIZE - Integer.numberOfLeadingZeros(bytes - 1));
    if (bits > LARGEST_BITS) {
      return allocate(bytes);
    }
    ArrayDeque<Block> free = FREE.get(bits - SMALLEST_BITS);
    synchronized (free) {
      Block block = free.poll();
      if (block != null) {
        return block;
      }
    }
    return allocate(1 << bits);
  }

  private static Block allocate(int bytes) {
    long address = Native.malloc(bytes);
    if (address == 0) {
      throw new OutOfMemoryError("no native memory for a message of " + bytes + " bytes");
    }
    ByteBuffer buffer = new Pointer(address).getByteBuffer(0, bytes);
    return new Block(address, buffer.order(ByteOrder.nativeOrder()));
  }

  /** Takes back a block that no call uses any more. */
  public static void give(Block block) {
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(block.bytes().capacity() - 1);
    if (bits <= LARGEST_BITS) {
      ArrayDeque<Block> free = FREE.get(bits - SMALLEST_BITS);
      synchronized (free) {
        if (free.size() < KEPT) {
          free.push(block);
          return;
        }
      }
    }
    Native.free(block.address());
  }

  /** A call leaves this block to native code for ever. */
  public static void lose(Block block) {
    LOST.add(block.bytes().capacity());
  }

  /** Bytes that calls have left to native code for ever. */
  public static long lostBytes() {
    return LOST.sum();
  }

  /** Gives what is kept back to the system: a slot without a container needs none. */
  public static void trim() {
    for (ArrayDeque<Block> free : FREE) {
      synchronized (free) {
        free.forEach(block -> Native.free(block.address()));
        free.clear();
      }
    }
  }
}
