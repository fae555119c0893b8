/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.state;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;

/**
 * Fields that reflection hides, does not write or reads slowly, through jdk.internal.misc.Unsafe.
 */
public final class JdkMemory {
  private static final Object UNSAFE = unsafe();
  private static final ReflectiveAccess ACCESS = ReflectiveAccess.of(UNSAFE);

  private static final MethodHandle GET_REFERENCE = getter("getReference", Object.class);
  private static final MethodHandle PUT_REFERENCE = setter("putReference", Object.class);
  private static final MethodHandle GET_BYTE = getter("getByte", byte.class);
  private static final MethodHandle PUT_BYTE = setter("putByte", byte.class);
  private static final MethodHandle GET_SHORT = getter("getShort", short.class);
  private static final MethodHandle PUT_SHORT = setter("putShort", short.class);
  private static final MethodHandle GET_INT = getter("getInt", int.class);
  private static final MethodHandle PUT_INT = setter("putInt", int.class);
  private static final MethodHandle GET_LONG = getter("getLong", long.class);
  private static final MethodHandle PUT_LONG = setter("putLong", long.class);

  private JdkMemory() {}

  private static Object unsafe() {
    try {
      Class<?> type = Class.forName("jdk.internal.misc.Unsafe");
      return ReflectiveAccess.ofClass(type).call("getUnsafe");
    } catch (Exception e) {
      throw new IllegalStateException("jdk.internal.misc.Unsafe has changed", e);
    }
  }

  private static MethodHandle getter(String name, Class<?> value) {
    return handle(name, MethodType.methodType(value, Object.class, long.class));
  }

  private static MethodHandle setter(String name, Class<?> value) {
    return handle(name, MethodType.methodType(void.class, Object.class, long.class, value));
  }

  private static MethodHandle handle(String name, MethodType type) {
    try {
      return MethodHandles.privateLookupIn(UNSAFE.getClass(), MethodHandles.lookup())
          .bind(UNSAFE, name, type);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("jdk.internal.misc.Unsafe has changed", e);
    }
  }

  /** Where a field lies in the objects of its class. */
  public static long offset(Field field) {
    return (Long) call("objectFieldOffset", new Class<?>[] {Field.class}, field);
  }

  /** Where a static field lies in the class that declares it. */
  public static long staticOffset(Field field) {
    return (Long) call("staticFieldOffset", new Class<?>[] {Field.class}, field);
  }

  /** The same for a field that a class declares. */
  public static long offset(Class<?> declaring, String name) {
    return (Long)
        call("objectFieldOffset", new Class<?>[] {Class.class, String.class}, declaring, name);
  }

  /** Reads a reference. */
  public static Object reference(Object owner, long offset) {
    try {
      return (Object) GET_REFERENCE.invokeExact(owner, offset);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** Writes a reference. */
  public static void reference(Object owner, long offset, Object value) {
    try {
      PUT_REFERENCE.invokeExact(owner, offset, value);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Reads a field of a primitive type as it lies in memory.
   *
   * @param bytes how many it has: 1, 2, 4 or 8
   */
  public static long bits(Object owner, long offset, int bytes) {
    try {
      return switch (bytes) {
        case Byte.BYTES -> (byte) GET_BYTE.invokeExact(owner, offset);
        case Short.BYTES -> (short) GET_SHORT.invokeExact(owner, offset);
        case Integer.BYTES -> (int) GET_INT.invokeExact(owner, offset);
        default -> (long) GET_LONG.invokeExact(owner, offset);
      };
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** Writes what {@link #bits(Object, long, int)} has read. */
  public static void bits(Object owner, long offset, int bytes, long value) {
    try {
      switch (bytes) {
        case Byte.BYTES -> PUT_BYTE.invokeExact(owner, offset, (byte) value);
        case Short.BYTES -> PUT_SHORT.invokeExact(owner, offset, (short) value);
        case Integer.BYTES -> PUT_INT.invokeExact(owner, offset, (int) value);
        default -> PUT_LONG.invokeExact(owner, offset, value);
      }
    } catch (Throwable e) {
      throw new IllegalStateException(e);
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
    // HotSpot finds static fields by their name as well; they are in the mirror of the class.
    long offset = offset(declaring, name);
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
