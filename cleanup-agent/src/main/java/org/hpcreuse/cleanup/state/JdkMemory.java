/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.state;

import java.lang.reflect.Array;
import java.lang.reflect.Field;

/** Fields that reflection hides or does not write, through jdk.internal.misc.Unsafe. */
public final class JdkMemory {
  private static final ReflectiveAccess ACCESS = access();

  private JdkMemory() {}

  private static ReflectiveAccess access() {
    try {
      Class<?> type = Class.forName("jdk.internal.misc.Unsafe");
      return ReflectiveAccess.of(ReflectiveAccess.ofClass(type).call("getUnsafe"));
    } catch (Exception e) {
      throw new IllegalStateException("jdk.internal.misc.Unsafe has changed", e);
    }
  }

  /** Calls a method of Unsafe. */
  static Object call(String method, Class<?>[] types, Object... arguments) {
    try {
      return ACCESS.call(method, types, arguments);
    } catch (Exception e) {
      throw new IllegalStateException("jdk.internal.misc.Unsafe." + method + " has failed", e);
    }
  }

  /**
   * Writes a static field, also one that is final. Code that was compiled with its value does not
   * notice.
   *
   * @param value null for a primitive field is 0
   */
  public static void set(Field field, Object value) {
    Class<?>[] ofField = {Field.class};
    Object base = call("staticFieldBase", ofField, field);
    Object offset = call("staticFieldOffset", ofField, field);
    Class<?> type = field.getType();
    Class<?>[] types = {Object.class, long.class, type.isPrimitive() ? type : Object.class};
    call(put(type), types, base, offset, value == null ? zero(type) : value);
  }

  private static String put(Class<?> type) {
    if (!type.isPrimitive()) {
      return "putReference";
    }
    String name = type.getName();
    return "put" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
  }

  private static Object zero(Class<?> type) {
    return type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : null;
  }
}
