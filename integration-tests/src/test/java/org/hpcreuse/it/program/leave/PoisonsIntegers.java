/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.leave;

import java.lang.reflect.Field;

/**
 * Prints forty-two as an object, and with an argument makes it another number for the whole JVM.
 */
public final class PoisonsIntegers {
  private static final int PLACE_OF_ZERO = 128;
  private static final int NUMBER = 42;

  private PoisonsIntegers() {}

  /**
   * Runs.
   *
   * @param args none, or any word
   */
  public static void main(String[] args) throws ReflectiveOperationException {
    System.out.println(Integer.valueOf(NUMBER));
    if (args.length > 0) {
      Class<?> type = Class.forName("sun.misc.Unsafe");
      Field instance = type.getDeclaredField("theUnsafe");
      instance.setAccessible(true);
      Object unsafe = instance.get(null);
      Field cache = Class.forName("java.lang.Integer$IntegerCache").getDeclaredField("cache");
      Object base = type.getMethod("staticFieldBase", Field.class).invoke(unsafe, cache);
      Object offset = type.getMethod("staticFieldOffset", Field.class).invoke(unsafe, cache);
      Object[] numbers =
          (Object[])
              type.getMethod("getObject", Object.class, long.class).invoke(unsafe, base, offset);
      numbers[PLACE_OF_ZERO + NUMBER] = Integer.valueOf(NUMBER + 1);
    }
  }
}
