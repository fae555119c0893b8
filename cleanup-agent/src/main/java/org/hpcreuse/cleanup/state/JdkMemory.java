/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.state;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;

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
   * notice. Looks at no other field: its type may be missing.
   *
   * @param declaring the class that declares it, and no other field of that name
   * @param type that of the field
   * @param value null for a primitive field is 0
   */
  public static void setStatic(Class<?> declaring, String name, Class<?> type, Object value) {
    Class<?>[] ofField = {Class.class, String.class};
    // HotSpot finds static fields by their name as well; they are in the mirror of the class.
    Object offset = call("objectFieldOffset", ofField, declaring, name);
    Class<?>[] types = {Object.class, long.class, type.isPrimitive() ? type : Object.class};
    call(put(type), types, declaring, offset, value == null ? zero(type) : value);
  }

  /**
   * Has the JVM initialise a class.
   *
   * @throws LinkageError when it cannot be
   */
  public static void ensureInitialized(Class<?> type) {
    try {
      ACCESS.call("ensureClassInitialized", new Class<?>[] {Class.class}, type);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof LinkageError error) {
        throw error;
      }
      throw new IllegalStateException(type + " cannot be initialised", e);
    } catch (Exception e) {
      throw new IllegalStateException("jdk.internal.misc.Unsafe has changed", e);
    }
  }

  /** Whether a class has not been initialised by the JVM. */
  public static boolean shouldBeInitialized(Class<?> type) {
    return (Boolean) call("shouldBeInitialized", new Class<?>[] {Class.class}, type);
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
