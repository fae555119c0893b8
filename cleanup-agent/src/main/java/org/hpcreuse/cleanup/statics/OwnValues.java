/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.statics;

import java.io.File;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Static fields of the framework that hold the value of a property of which each container has its
 * own, such as {@code SystemUtils.USER_DIR} of Commons Lang. A container gets its own values there,
 * as the initialiser would give them in a new JVM.
 *
 * <p>A text or a file counts when it is the very object that the properties hold: an equal text may
 * mean something else. Used under the lock of {@link StaticState}.
 */
public final class OwnValues {
  /** Each container has its own value of these. */
  public static final Set<String> PROPERTIES =
      Set.of(
          "java.class.path", "java.io.tmpdir", "java.library.path", "sun.java.command", "user.dir");

  /** A static field, and the property whose value it holds. */
  private record Holder(Field field, String property) {}

  private final List<Holder> holders = new ArrayList<>();

  /**
   * Looks at the fields of a class that was just initialised.
   *
   * @return what cannot be given to containers, since it is final
   * @throws LinkageError if a field's type is not there
   */
  List<String> look(Class<?> type) {
    List<String> fixed = new ArrayList<>();
    for (Field field : type.getDeclaredFields()) {
      if (Modifier.isStatic(field.getModifiers()) && isText(field.getType())) {
        field.setAccessible(true);
        String property = property(read(field));
        if (property != null && Modifier.isFinal(field.getModifiers())) {
          fixed.add(field + " holds " + property + " of the slot, and is final");
        } else if (property != null) {
          holders.add(new Holder(field, property));
        }
      }
    }
    return fixed;
  }

  /** Writes the values that the properties have now. */
  void give() {
    for (Holder holder : holders) {
      String value = System.getProperty(holder.property());
      Object before = read(holder.field());
      if (value != null && !value.equals(text(before))) {
        write(holder.field(), alike(holder.field().getType(), value));
      }
    }
  }

  private static boolean isText(Class<?> type) {
    return type == String.class || type == File.class || type == Path.class;
  }

  private static String property(Object value) {
    String text = text(value);
    return text == null
        ? null
        : PROPERTIES.stream()
            .filter(name -> isSame(System.getProperty(name), value, text))
            .findFirst()
            .orElse(null);
  }

  private static String text(Object value) {
    return value == null ? null : value.toString();
  }

  private static Object alike(Class<?> type, String value) {
    if (type == File.class) {
      return new File(value);
    }
    return type == Path.class ? Path.of(value) : value;
  }

  /** A path does not keep the text that it was made of. */
  @SuppressWarnings("ReferenceEquality")
  private static boolean isSame(String property, Object value, String text) {
    return value instanceof Path ? text.equals(property) : text == property;
  }

  private static Object read(Field field) {
    try {
      return field.get(null);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(field + " not readable", e);
    }
  }

  private static void write(Field field, Object value) {
    try {
      field.set(null, value);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(field + " not writable", e);
    }
  }
}
