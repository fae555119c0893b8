/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.calls;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Copies between arrays of primitive types and native memory. All positions are in bytes. */
public final class ArrayCopy {
  private ArrayCopy() {}

  /** Bytes of one element of an array, as native code sees it. */
  static int elementBytes(Object array) {
    if (array instanceof byte[] || array instanceof boolean[]) {
      return Byte.BYTES;
    } else if (array instanceof short[] || array instanceof char[]) {
      return Short.BYTES;
    } else if (array instanceof int[] || array instanceof float[]) {
      return Integer.BYTES;
    } else if (array instanceof long[] || array instanceof double[]) {
      return Long.BYTES;
    }
    throw new IllegalArgumentException(
        "neither an array of a primitive type nor a buffer: "
            + (array == null ? "null" : array.getClass().getName()));
  }

  /**
   * Copies whole elements out of an array.
   *
   * @param from a multiple of the element's size, as {@code bytes}
   */
  public static void toMemory(Object array, int from, ByteBuffer memory, int at, int bytes) {
    if (array instanceof byte[] a) {
      memory.put(at, a, from, bytes);
    } else if (array instanceof boolean[] a) {
      for (int i = 0; i < bytes; i++) {
        memory.put(at + i, (byte) (a[from + i] ? 1 : 0));
      }
    } else {
      int size = elementBytes(array);
      int index = from / size;
      int count = bytes / size;
      ByteBuffer part = part(memory, at, bytes);
      if (array instanceof int[] a) {
        part.asIntBuffer().put(a, index, count);
      } else if (array instanceof double[] a) {
        part.asDoubleBuffer().put(a, index, count);
      } else if (array instanceof long[] a) {
        part.asLongBuffer().put(a, index, count);
      } else if (array instanceof float[] a) {
        part.asFloatBuffer().put(a, index, count);
      } else if (array instanceof short[] a) {
        part.asShortBuffer().put(a, index, count);
      } else {
        part.asCharBuffer().put((char[]) array, index, count);
      }
    }
  }

  /** Copies into an array; a last element that has not come as a whole is left out. */
  public static void toArray(ByteBuffer memory, int at, Object array, int to, int bytes) {
    if (array instanceof byte[] a) {
      memory.get(at, a, to, bytes);
    } else if (array instanceof boolean[] a) {
      for (int i = 0; i < bytes; i++) {
        a[to + i] = memory.get(at + i) != 0;
      }
    } else {
      int size = elementBytes(array);
      int index = to / size;
      int count = bytes / size;
      ByteBuffer part = part(memory, at, count * size);
      if (array instanceof int[] a) {
        part.asIntBuffer().get(a, index, count);
      } else if (array instanceof double[] a) {
        part.asDoubleBuffer().get(a, index, count);
      } else if (array instanceof long[] a) {
        part.asLongBuffer().get(a, index, count);
      } else if (array instanceof float[] a) {
        part.asFloatBuffer().get(a, index, count);
      } else if (array instanceof short[] a) {
        part.asShortBuffer().get(a, index, count);
      } else {
        part.asCharBuffer().get((char[]) array, index, count);
      }
    }
  }

  private static ByteBuffer part(ByteBuffer memory, int at, int bytes) {
    return memory.slice(at, bytes).order(ByteOrder.nativeOrder());
  }
}
