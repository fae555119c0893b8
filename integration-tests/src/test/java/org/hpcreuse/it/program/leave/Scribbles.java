/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.leave;

import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;

/**
 * Writes over the static state of the framework's classes named in a file: {@code Scribbles FILE}.
 * Empties containers and arrays, turns flags, then sets fields that are not final to null, 0 or the
 * other truth value. Prints how many things it has written.
 */
public final class Scribbles {
  private Scribbles() {}

  /** Scribbles, in an order in which nothing is needed any more that has been written over. */
  public static void main(String[] args) throws IOException, IllegalAccessException {
    List<Field> fields = new ArrayList<>();
    for (String name : Files.readAllLines(Path.of(args[0]))) {
      addStatics(name, fields);
    }
    int written = 0;
    for (Field field : fields) {
      written += empty(field.get(null)) ? 1 : 0;
    }
    for (Field field : fields) {
      if (!Modifier.isFinal(field.getModifiers())) {
        overwrite(field);
        written++;
      }
    }
    System.out.println(written);
  }

  private static void addStatics(String name, List<Field> fields) {
    try {
      Class<?> type = Class.forName(name, true, Configuration.class.getClassLoader());
      for (Field field : type.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers()) && field.trySetAccessible()) {
          fields.add(field);
        }
      }
    } catch (ClassNotFoundException | LinkageError e) {
      System.err.println(name + ": " + e);
    }
  }

  private static boolean empty(Object held) {
    try {
      if (held instanceof Collection<?> collection) {
        collection.clear();
      } else if (held instanceof Map<?, ?> map) {
        map.clear();
      } else if (held instanceof AtomicReference<?> reference) {
        reference.set(null);
      } else if (held instanceof AtomicBoolean flag) {
        flag.set(!flag.get());
      } else if (held != null && held.getClass().isArray()) {
        int length = Array.getLength(held);
        Object zeros = Array.newInstance(held.getClass().getComponentType(), length);
        System.arraycopy(zeros, 0, held, 0, length);
      } else {
        return false;
      }
      return true;
    } catch (UnsupportedOperationException e) {
      return false;
    }
  }

  private static void overwrite(Field field) throws IllegalAccessException {
    Class<?> type = field.getType();
    if (type == boolean.class) {
      field.setBoolean(null, !field.getBoolean(null));
    } else {
      field.set(null, type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : null);
    }
  }
}
