/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.wire;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;

/**
 * The components of a record class, looked up once: reflection makes new objects for each look-up.
 * Thread-safe.
 */
final class RecordShape {
  private static final ClassValue<RecordShape> SHAPES =
      new ClassValue<>() {
        @Override
        protected RecordShape computeValue(Class<?> type) {
          return new RecordShape(type);
        }
      };

  private final Class<?> record;
  private final Type[] types;
  private final Method[] accessors;
  private final Constructor<?> constructor;

  private RecordShape(Class<?> record) {
    this.record = record;
    RecordComponent[] components = record.getRecordComponents();
    types = new Type[components.length];
    accessors = new Method[components.length];
    Class<?>[] parameters = new Class<?>[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getGenericType();
      accessors[i] = components[i].getAccessor();
      parameters[i] = components[i].getType();
    }
    try {
      constructor = record.getDeclaredConstructor(parameters);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("no canonical constructor of " + record, e);
    }
  }

  static RecordShape of(Class<?> record) {
    return SHAPES.get(record);
  }

  int size() {
    return types.length;
  }

  Type type(int index) {
    return types[index];
  }

  Object value(Object of, int index) {
    try {
      return accessors[index].invoke(of);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot read " + accessors[index], e);
    }
  }

  /**
   * Makes a record of this class.
   *
   * @throws ProtocolException when its constructor rejects the values
   */
  Object make(Object[] values) throws ProtocolException {
    try {
      return constructor.newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new ProtocolException("cannot make " + record.getSimpleName(), e);
    }
  }
}
