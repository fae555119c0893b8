/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.wire;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes a record component by component and reads it back. Known types: int, long, boolean,
 * String, enums (by name), records, and {@link Encoded}, Optional, List and Map of these.
 * Big-endian; each length is an int that is checked against the bytes that are really there, so
 * that a lying length costs nothing.
 */
final class RecordCodec {
  private RecordCodec() {}

  /** The buffer is as large as what is in it if the last component is the largest. */
  private static final class Bytes extends ByteArrayOutputStream {
    Bytes() {
      super(512);
    }

    ByteBuffer inPlace() {
      return ByteBuffer.wrap(buf, 0, count);
    }
  }

  static byte[] encode(Record value) {
    return bytes(value, 0).toByteArray();
  }

  /** Encodes behind so many free bytes, without a copy. */
  static ByteBuffer encode(Record value, int free) {
    return bytes(value, free).inPlace();
  }

  private static Bytes bytes(Record value, int free) {
    Bytes bytes = new Bytes();
    try {
      bytes.write(new byte[free]);
      writeRecord(new DataOutputStream(bytes), value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes;
  }

  static <T> T decode(Class<T> type, byte[] payload) throws ProtocolException {
    return decode(type, ByteBuffer.wrap(payload));
  }

  /** Decodes what is left in a buffer on the heap. */
  static <T> T decode(Class<T> type, ByteBuffer payload) throws ProtocolException {
    DataInputStream in = stream(payload);
    try {
      Object value = readRecord(in, type);
      if (in.available() != 0) {
        throw new ProtocolException(
            type.getSimpleName() + ": " + in.available() + " bytes after its end");
      }
      return type.cast(value);
    } catch (ProtocolException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new ProtocolException("malformed " + type.getSimpleName(), e);
    }
  }

  /**
   * Decodes the first component of a record, and of the record in it if it is one, of which only
   * the beginning is there.
   *
   * @return empty when the component is no text
   * @throws ProtocolException when its end is not there
   */
  static Optional<String> firstText(Class<?> type, ByteBuffer beginning) throws ProtocolException {
    Type first = type;
    while (first instanceof Class<?> c && c.isRecord() && RecordShape.of(c).size() > 0) {
      first = RecordShape.of(c).type(0);
    }
    try {
      return first == String.class
          ? Optional.of((String) read(stream(beginning), first))
          : Optional.empty();
    } catch (IOException e) {
      throw new ProtocolException("malformed " + type.getSimpleName(), e);
    }
  }

  private static DataInputStream stream(ByteBuffer bytes) {
    return new DataInputStream(
        new ByteArrayInputStream(
            bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining()));
  }

  private static void writeRecord(DataOutputStream out, Object value) throws IOException {
    RecordShape shape = RecordShape.of(value.getClass());
    for (int i = 0; i < shape.size(); i++) {
      write(out, shape.type(i), shape.value(value, i));
    }
  }

  private static void write(DataOutputStream out, Type type, Object value) throws IOException {
    if (type == int.class || type == Integer.class) {
      out.writeInt((Integer) value);
    } else if (type == long.class || type == Long.class) {
      out.writeLong((Long) value);
    } else if (type == boolean.class) {
      out.writeBoolean((Boolean) value);
    } else if (type == String.class) {
      writeBytes(out, ((String) value).getBytes(StandardCharsets.UTF_8));
    } else if (type instanceof Class<?> c && c.isEnum()) {
      writeBytes(out, ((Enum<?>) value).name().getBytes(StandardCharsets.UTF_8));
    } else if (type instanceof Class<?> c && c.isRecord()) {
      writeRecord(out, value);
    } else if (value instanceof Encoded<?> encoded) {
      writeBytes(out, encoded.bytes());
    } else if (value instanceof Optional<?> optional) {
      out.writeBoolean(optional.isPresent());
      if (optional.isPresent()) {
        write(out, argument(type, 0), optional.get());
      }
    } else if (value instanceof List<?> list) {
      out.writeInt(list.size());
      for (Object element : list) {
        write(out, argument(type, 0), element);
      }
    } else if (value instanceof Map<?, ?> map) {
      out.writeInt(map.size());
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        write(out, argument(type, 0), entry.getKey());
        write(out, argument(type, 1), entry.getValue());
      }
    } else {
      throw new IllegalStateException("no encoding for " + type);
    }
  }

  private static Object readRecord(DataInputStream in, Class<?> type) throws IOException {
    RecordShape shape = RecordShape.of(type);
    Object[] values = new Object[shape.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = read(in, shape.type(i));
    }
    return shape.make(values);
  }

  private static Object read(DataInputStream in, Type type) throws IOException {
    if (type == int.class || type == Integer.class) {
      return in.readInt();
    } else if (type == long.class || type == Long.class) {
      return in.readLong();
    } else if (type == boolean.class) {
      return in.readBoolean();
    } else if (type == String.class) {
      return new String(readBytes(in), StandardCharsets.UTF_8);
    } else if (type instanceof Class<?> c && c.isEnum()) {
      return enumOf(c, new String(readBytes(in), StandardCharsets.UTF_8));
    } else if (type instanceof Class<?> c && c.isRecord()) {
      return readRecord(in, c);
    } else if (type instanceof ParameterizedType p && p.getRawType() == Encoded.class) {
      return new Encoded<>(((Class<?>) argument(type, 0)).asSubclass(Record.class), readBytes(in));
    } else if (type instanceof ParameterizedType p && p.getRawType() == Optional.class) {
      return in.readBoolean() ? Optional.of(read(in, argument(type, 0))) : Optional.empty();
    } else if (type instanceof ParameterizedType p && p.getRawType() == List.class) {
      int size = readLength(in);
      List<Object> list = new ArrayList<>(size);
      for (int i = 0; i < size; i++) {
        list.add(read(in, argument(type, 0)));
      }
      return list;
    } else if (type instanceof ParameterizedType p && p.getRawType() == Map.class) {
      int size = readLength(in);
      Map<Object, Object> map = new LinkedHashMap<>();
      for (int i = 0; i < size; i++) {
        map.put(read(in, argument(type, 0)), read(in, argument(type, 1)));
      }
      return map;
    }
    throw new IllegalStateException("no decoding for " + type);
  }

  private static Object enumOf(Class<?> type, String name) throws ProtocolException {
    for (Object constant : type.getEnumConstants()) {
      if (((Enum<?>) constant).name().equals(name)) {
        return constant;
      }
    }
    throw new ProtocolException("unknown " + type.getSimpleName());
  }

  private static Type argument(Type type, int index) {
    return ((ParameterizedType) type).getActualTypeArguments()[index];
  }

  private static void writeBytes(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static byte[] readBytes(DataInputStream in) throws IOException {
    byte[] bytes = new byte[readLength(in)];
    in.readFully(bytes);
    return bytes;
  }

  /**
   * Reads a length or count; each element takes at least one byte, so more than is left is a lie.
   */
  private static int readLength(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > in.available()) {
      throw new ProtocolException("length " + length + " with " + in.available() + " bytes left");
    }
    return length;
  }

  /**
   * The components of a record class, looked up once: reflection makes new objects for each
   * look-up. Thread-safe.
   */
  private static final class RecordShape {
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
}
