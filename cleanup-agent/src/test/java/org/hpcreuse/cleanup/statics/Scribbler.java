/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.statics;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.hpcreuse.cleanup.state.LoadedClasses;

/**
 * Writes over every static field of a framework that is not final, and into every container, array
 * and atomic that is not a number and that a static field holds.
 */
final class Scribbler {
  private final TestFramework framework;
  private int written;

  Scribbler(TestFramework framework) {
    this.framework = framework;
  }

  /** How many things were written over. */
  int scribble() throws IllegalAccessException {
    List<Field> fields = new ArrayList<>();
    for (Class<?> type : framework.classes().all()) {
      if (LoadedClasses.isInitialized(type)) {
        statics(type, fields);
      }
    }
    for (Field field : fields) {
      field.setAccessible(true);
      into(field.get(null));
    }
    for (Field field : fields) {
      if (!Modifier.isFinal(field.getModifiers())) {
        over(field);
      }
    }
    return written;
  }

  private static void statics(Class<?> type, List<Field> fields) {
    try {
      for (Field field : type.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers())) {
          fields.add(field);
        }
      }
    } catch (NoClassDefFoundError e) {
      // A class of another version of protocol buffers, which nobody can use here.
      fields.addAll(List.of());
    }
  }

  private void over(Field field) throws IllegalAccessException {
    Class<?> type = field.getType();
    if (!type.isPrimitive()) {
      field.set(null, null);
    } else if (type == boolean.class) {
      field.setBoolean(null, !field.getBoolean(null));
    } else {
      field.set(null, Array.get(Array.newInstance(type, 1), 0));
    }
    written++;
  }

  private void into(Object held) {
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
        Object empty = Array.newInstance(held.getClass().getComponentType(), Array.getLength(held));
        System.arraycopy(empty, 0, held, 0, Array.getLength(held));
      } else {
        written--;
      }
      written++;
    } catch (UnsupportedOperationException e) {
      written += 0;
    }
  }
}
