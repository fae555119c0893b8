/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.statics;

import java.io.File;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

  private static final List<String> DIRECTORIES = List.of("java.io.tmpdir", "user.dir");

  /** Shorter names, such as that of /tmp, are everyone's. */
  private static final int LONG = 12;

  /** A static field, and the property whose value it holds. */
  private record Holder(Field field, String property) {}

  private final List<Holder> holders = new ArrayList<>();

  /**
   * Looks at the fields of a class that was just initialised.
   *
   * @return what cannot be given to containers: a final field, or a text with more in it
   * @throws LinkageError if a field's type is not there
   */
  List<String> look(Class<?> type) {
    List<String> fixed = new ArrayList<>();
    for (Field field : type.getDeclaredFields()) {
      if (Modifier.isStatic(field.getModifiers()) && isText(field.getType())) {
        field.setAccessible(true);
        Object value = read(field);
        Optional<String> property = property(value);
        boolean isFinal = Modifier.isFinal(field.getModifiers());
        if (property.isPresent() && !isFinal) {
          holders.add(new Holder(field, property.get()));
        } else if (property.isPresent() || holdsDirectory(value)) {
          fixed.add(field + " holds a place of the process, for good");
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
        write(holder.field(), holder.field().getType() == File.class ? new File(value) : value);
      }
    }
  }

  private static boolean isText(Class<?> type) {
    return type == String.class || type == File.class;
  }

  @SuppressWarnings("ReferenceEquality")
  private static Optional<String> property(Object value) {
    String text = text(value);
    return text == null
        ? Optional.empty()
        : PROPERTIES.stream().filter(name -> System.getProperty(name) == text).findFirst();
  }

  /** Whether a text names a directory that is no one else's. */
  private static boolean holdsDirectory(Object value) {
    String text = text(value);
    return text != null
        && DIRECTORIES.stream()
            .map(System::getProperty)
            .anyMatch(name -> name != null && name.length() > LONG && text.contains(name));
  }

  private static String text(Object value) {
    return value == null ? null : value.toString();
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
