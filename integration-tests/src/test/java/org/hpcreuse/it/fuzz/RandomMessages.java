/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.fuzz;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.hpcreuse.protocol.wire.Encoded;
import org.hpcreuse.protocol.wire.Message;

/**
 * Well-formed messages with arbitrary content, wholly or in one field: edges of each type, and what
 * others have used.
 */
final class RandomMessages {
  private static final long[] EDGES = {
    0, 1, -1, 9, 15, 255, 256, Integer.MAX_VALUE, Long.MIN_VALUE
  };
  private static final String[] TEXTS = {
    "", "container_000001", "/", "\0", "..", "%s%n${jndi:ldap://x}", "\ud83d", "a\nb", "root"
  };
  private static final int LONG_TEXT = 70_000;

  private final RandomGenerator random;
  private final List<? extends Class<?>> types =
      Arrays.stream(Message.class.getDeclaredClasses())
          .filter(type -> type.isRecord() && Message.class.isAssignableFrom(type))
          .toList();

  RandomMessages(RandomGenerator random) {
    this.random = random;
  }

  /** A message of any kind. */
  Message any() {
    return (Message) make(types.get(random.nextInt(types.size())));
  }

  /**
   * The same message except for one field, which may lie within a part of it; the same message when
   * it has no field.
   */
  Message withOneFieldChanged(Message message) {
    return (Message) changed(message);
  }

  private Object changed(Object value) {
    RecordComponent[] components = value.getClass().getRecordComponents();
    Object[] values = Arrays.stream(components).map(c -> valueOf(c, value)).toArray();
    if (components.length > 0) {
      int i = random.nextInt(components.length);
      boolean within = values[i] instanceof Record && random.nextInt(8) > 0;
      values[i] = within ? changed(values[i]) : make(components[i].getGenericType());
    }
    return newRecord(value.getClass(), values);
  }

  /** A field of a record. */
  static Object valueOf(RecordComponent component, Object value) {
    try {
      return component.getAccessor().invoke(value);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot read " + component, e);
    }
  }

  private Object make(Type type) {
    if (type == int.class || type == Integer.class) {
      return (int) number();
    } else if (type == long.class || type == Long.class) {
      return number();
    } else if (type == boolean.class) {
      return random.nextBoolean();
    } else if (type == String.class) {
      return text();
    } else if (type instanceof ParameterizedType p && p.getRawType() == Encoded.class) {
      return Encoded.of((Record) make(p.getActualTypeArguments()[0]));
    } else if (type instanceof ParameterizedType p && p.getRawType() == Optional.class) {
      return random.nextBoolean()
          ? Optional.of(make(p.getActualTypeArguments()[0]))
          : Optional.empty();
    } else if (type instanceof ParameterizedType p && p.getRawType() == List.class) {
      List<Object> list = new ArrayList<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        list.add(make(p.getActualTypeArguments()[0]));
      }
      return list;
    } else if (type instanceof ParameterizedType p) {
      Map<Object, Object> map = new LinkedHashMap<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        map.put(make(p.getActualTypeArguments()[0]), make(p.getActualTypeArguments()[1]));
      }
      return map;
    } else if (type instanceof Class<?> c && c.isEnum()) {
      return c.getEnumConstants()[random.nextInt(c.getEnumConstants().length)];
    }
    return makeRecord((Class<?>) type);
  }

  private long number() {
    return random.nextInt(4) == 0 ? random.nextLong() : EDGES[random.nextInt(EDGES.length)];
  }

  private String text() {
    if (random.nextInt(500) == 0) {
      return "x".repeat(LONG_TEXT);
    }
    return TEXTS[random.nextInt(TEXTS.length)];
  }

  private Object makeRecord(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    return newRecord(type, Arrays.stream(components).map(c -> make(c.getGenericType())).toArray());
  }

  /** A record of these fields. */
  static Object newRecord(Class<?> type, Object... values) {
    Class<?>[] parameters =
        Arrays.stream(type.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    try {
      return type.getDeclaredConstructor(parameters).newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot make " + type, e);
    }
  }
}
