/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.state;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Fields and methods of one object, or the static ones of one class, by name, whatever their
 * visibility. A name that does not exist is an error: the framework is not the one this was written
 * for.
 */
public final class ReflectiveAccess {
  private final Class<?> type;
  private final Object receiver;

  private ReflectiveAccess(Class<?> type, Object receiver) {
    this.type = type;
    this.receiver = receiver;
  }

  /** The statics of a class. */
  public static ReflectiveAccess ofClass(Class<?> type) {
    return new ReflectiveAccess(type, null);
  }

  /** The fields and methods of an object, its superclasses' included. */
  public static ReflectiveAccess of(Object object) {
    return new ReflectiveAccess(object.getClass(), object);
  }

  /** The value of a field. */
  public Object get(String field) throws ReflectiveOperationException {
    return field(field).get(receiver);
  }

  /** The value of a field, of a type the caller knows. */
  public <T> T get(String field, Class<T> as) throws ReflectiveOperationException {
    return as.cast(get(field));
  }

  /** The fields and methods of the object in a field that is not null. */
  public ReflectiveAccess in(String field) throws ReflectiveOperationException {
    return of(get(field));
  }

  /** Sets a field that is not static final. */
  public void set(String field, Object value) throws ReflectiveOperationException {
    field(field).set(receiver, value);
  }

  /** Makes each field what the JVM makes it before any initialiser: null, 0, false. */
  public void zero(String... fields) throws ReflectiveOperationException {
    for (String name : fields) {
      Field field = field(name);
      Class<?> of = field.getType();
      if (!of.isPrimitive()) {
        field.set(receiver, null);
      } else if (of == boolean.class) {
        field.setBoolean(receiver, false);
      } else {
        field.set(receiver, zeroOf(of));
      }
    }
  }

  /** Empties each collection, map, atomic reference (null) or atomic flag (false). */
  public void clear(String... fields) throws ReflectiveOperationException {
    for (String name : fields) {
      Object value = get(name);
      if (value instanceof Collection<?> collection) {
        synchronized (value) {
          collection.clear();
        }
      } else if (value instanceof Map<?, ?> map) {
        synchronized (value) {
          map.clear();
        }
      } else if (value instanceof AtomicReference<?> reference) {
        reference.set(null);
      } else if (value instanceof AtomicBoolean flag) {
        flag.set(false);
      } else if (value != null) {
        throw new IllegalArgumentException(
            type.getName() + "." + name + " is a " + value.getClass().getName());
      }
    }
  }

  /** Calls a method without parameters. */
  public Object call(String method) throws Exception {
    return call(method, new Class<?>[0]);
  }

  /** Calls a method; what it throws is thrown. */
  public Object call(String method, Class<?>[] parameters, Object... arguments) throws Exception {
    try {
      return method(method, parameters).invoke(receiver, arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw e;
    }
  }

  private static Object zeroOf(Class<?> primitive) {
    return java.lang.reflect.Array.get(java.lang.reflect.Array.newInstance(primitive, 1), 0);
  }

  private Field field(String name) throws NoSuchFieldException {
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      for (Field field : at.getDeclaredFields()) {
        if (field.getName().equals(name)) {
          field.setAccessible(true);
          return field;
        }
      }
    }
    throw new NoSuchFieldException(type.getName() + "." + name);
  }

  private Method method(String name, Class<?>... parameters) throws NoSuchMethodException {
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      try {
        Method method = at.getDeclaredMethod(name, parameters);
        method.setAccessible(true);
        return method;
      } catch (NoSuchMethodException e) {
        if (at.getSuperclass() == null) {
          throw new NoSuchMethodException(type.getName() + "." + name);
        }
      }
    }
    throw new NoSuchMethodException(type.getName() + "." + name);
  }
}
