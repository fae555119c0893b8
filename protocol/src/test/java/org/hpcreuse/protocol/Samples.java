/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.hpcreuse.protocol.wire.Encoded;
import org.hpcreuse.protocol.wire.Message;

/** Makes a message of each type, every component with a value of its own. */
public final class Samples {
  private int next = 1;

  private Samples() {}

  public static Stream<Message> all() {
    return Arrays.stream(Message.class.getDeclaredClasses())
        .filter(type -> type.isRecord() && Message.class.isAssignableFrom(type))
        .map(type -> (Message) new Samples().make(type));
  }

  private Object make(Type type) {
    int number = next++;
    if (type == int.class || type == Integer.class) {
      return -number;
    } else if (type == long.class || type == Long.class) {
      return Long.MAX_VALUE - number;
    } else if (type == boolean.class) {
      return true;
    } else if (type == String.class) {
      return "text " + number + " \u00fc\u20ac\ud83d\ude00\n\u0000";
    } else if (type instanceof ParameterizedType p && p.getRawType() == Encoded.class) {
      return Encoded.of((Record) make(p.getActualTypeArguments()[0]));
    } else if (type instanceof ParameterizedType p && p.getRawType() == Optional.class) {
      return Optional.of(make(p.getActualTypeArguments()[0]));
    } else if (type instanceof ParameterizedType p && p.getRawType() == List.class) {
      return List.of(make(p.getActualTypeArguments()[0]), make(p.getActualTypeArguments()[0]));
    } else if (type instanceof ParameterizedType p) {
      return Map.of(make(p.getActualTypeArguments()[0]), make(p.getActualTypeArguments()[1]));
    } else if (type instanceof Class<?> c && c.isEnum()) {
      return c.getEnumConstants()[number % c.getEnumConstants().length];
    } else if (type instanceof Class<?> c && c.isRecord()) {
      return makeRecord(c);
    }
    throw new IllegalStateException("no sample of " + type);
  }

  private Object makeRecord(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    Object[] values = Arrays.stream(components).map(c -> make(c.getGenericType())).toArray();
    try {
      return type.getDeclaredConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot make " + type, e);
    }
  }
}
