/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.probe.report;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads any field without a package being opened: what a program sees must not depend on what its
 * command line opens. By sun.misc.Unsafe, itself by reflection since compilers warn of it.
 */
public final class Peek {
  private static final Class<?> TYPE;
  private static final Object UNSAFE;
  private static final Map<String, Method> METHODS = new HashMap<>();

  static {
    try {
      TYPE = Class.forName("sun.misc.Unsafe");
      Field field = TYPE.getDeclaredField("theUnsafe");
      field.setAccessible(true);
      UNSAFE = field.get(null);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private Peek() {}

  /** A static field's value; the class is initialised first. */
  public static Object at(String className, String field) throws ReflectiveOperationException {
    Class<?> type = Class.forName(className, true, Peek.class.getClassLoader());
    return read(null, type.getDeclaredField(field));
  }

  /** A field of an object, also of its superclasses. */
  public static Object in(Object object, String field) throws ReflectiveOperationException {
    for (Class<?> at = object.getClass(); at != null; at = at.getSuperclass()) {
      for (Field candidate : at.getDeclaredFields()) {
        if (candidate.getName().equals(field)) {
          return read(object, candidate);
        }
      }
    }
    throw new NoSuchFieldException(object.getClass() + "." + field);
  }

  /**
   * The value of a field; the object is ignored when the field is static.
   *
   * @throws ReflectiveOperationException for a field of a record or a hidden class, which cannot be
   *     read so
   */
  public static Object read(Object object, Field field) throws ReflectiveOperationException {
    boolean fixed = Modifier.isStatic(field.getModifiers());
    Object base = fixed ? call("staticFieldBase", Field.class, field) : object;
    Object offset = call(fixed ? "staticFieldOffset" : "objectFieldOffset", Field.class, field);
    String type = field.getType().isPrimitive() ? field.getType().getName() : "object";
    String getter = "get" + Character.toUpperCase(type.charAt(0)) + type.substring(1) + "Volatile";
    return method(getter, Object.class, long.class).invoke(UNSAFE, base, offset);
  }

  private static Object call(String name, Class<?> parameter, Object argument)
      throws ReflectiveOperationException {
    return method(name, parameter).invoke(UNSAFE, argument);
  }

  private static Method method(String name, Class<?>... parameters) throws NoSuchMethodException {
    Method method = METHODS.get(name);
    if (method == null) {
      method = TYPE.getMethod(name, parameters);
      METHODS.put(name, method);
    }
    return method;
  }
}
