/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.statics;

import static java.util.Comparator.comparingInt;

import java.io.File;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Static fields of the framework that hold the value of a property of which each container has its
 * own, such as {@code SystemUtils.USER_DIR} of Commons Lang. A container gets its own values there,
 * as the initialiser would give them in a new JVM.
 *
 * <p>A text or a file counts when it is the very object that the properties hold, or a path below a
 * directory that is no one else's: an equal text may mean something else. Used under the lock of
 * {@link StaticState}.
 */
public final class OwnValues {
  /** Each container has its own value of these. */
  public static final Set<String> PROPERTIES =
      Set.of(
          "java.class.path", "java.io.tmpdir", "java.library.path", "sun.java.command", "user.dir");

  private static final List<String> DIRECTORIES = List.of("java.io.tmpdir", "user.dir");

  /** Shorter names, such as that of /tmp, are everyone's. */
  private static final int LONG = 12;

  /**
   * A static field, and what it holds.
   *
   * @param rest what comes after the property's value: the rest of a path, or nothing
   */
  private record Holder(Field field, String property, String rest) {
    Object value() {
      String value = System.getProperty(property) + rest;
      return field.getType() == File.class ? new File(value) : value;
    }
  }

  private final List<Holder> holders = new ArrayList<>();

  /**
   * Looks at the fields of a class that was just initialised.
   *
   * @return what cannot be given to containers: a final field, or a text with something before it
   * @throws LinkageError if a field's type is not there
   */
  List<String> look(Class<?> type) {
    List<String> fixed = new ArrayList<>();
    for (Field field : type.getDeclaredFields()) {
      if (Modifier.isStatic(field.getModifiers()) && isText(field.getType())) {
        field.setAccessible(true);
        String text = text(read(field));
        Optional<Holder> holder = text == null ? Optional.empty() : holder(field, text);
        boolean isFinal = Modifier.isFinal(field.getModifiers());
        if (holder.isPresent() && !isFinal) {
          holders.add(holder.get());
        } else if (holder.isPresent() || (text != null && namesDirectory(text))) {
          fixed.add(field + " holds a place of the process, for good");
        }
      }
    }
    return fixed;
  }

  /** Writes the values that the properties have now. */
  void give() {
    for (Holder holder : holders) {
      Object value = holder.value();
      if (!value.equals(read(holder.field()))) {
        write(holder.field(), value);
      }
    }
  }

  private static boolean isText(Class<?> type) {
    return type == String.class || type == File.class;
  }

  @SuppressWarnings("ReferenceEquality")
  private static Optional<Holder> holder(Field field, String text) {
    for (String name : PROPERTIES) {
      if (System.getProperty(name) == text) {
        return Optional.of(new Holder(field, name, ""));
      }
    }
    return directories(name -> text.startsWith(name + "/"))
        .max(comparingInt(name -> System.getProperty(name).length()))
        .map(name -> new Holder(field, name, text.substring(System.getProperty(name).length())));
  }

  private static boolean namesDirectory(String text) {
    return directories(text::contains).findAny().isPresent();
  }

  /** Properties of directories that are no one else's. */
  private static Stream<String> directories(Predicate<String> condition) {
    return DIRECTORIES.stream()
        .filter(
            name -> {
              String value = System.getProperty(name);
              return value != null && value.length() > LONG && condition.test(value);
            });
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
