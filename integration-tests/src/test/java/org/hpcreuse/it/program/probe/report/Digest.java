/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.probe.report;

import java.io.File;
import java.lang.ref.Reference;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;

/**
 * A short text of a value that is the same in each JVM with an equal value: plain values as they
 * are, containers by size and plain content, framework objects by their fields as deep as asked,
 * everything else by its class. Never by identity.
 */
public final class Digest {
  private static final int LONGEST = 300;
  private static final String FRAMEWORK = "org.apache.hadoop.";

  private Digest() {}

  /**
   * Makes the text.
   *
   * @param depth how many framework objects deep fields are read
   */
  public static String of(Object value, int depth) {
    String text = text(value, depth);
    return text.length() <= LONGEST ? text : text.substring(0, 200) + "…" + hash(text);
  }

  /** The class's name, without what differs between two JVMs. */
  public static String name(Class<?> type) {
    return type.getName()
        .replaceAll("\\$\\$Lambda.*", "\\$\\$Lambda")
        .replaceAll("\\$Proxy[0-9]+", "\\$Proxy")
        .replaceAll("/0x[0-9a-f]+", "");
  }

  /** The kind of a loader; that of the program has the same name wherever it runs. */
  static String loader(ClassLoader loader) {
    return loader == Digest.class.getClassLoader() ? "own loader" : name(loader.getClass());
  }

  private static String text(Object value, int depth) {
    if (value == null || isPlain(value)) {
      return String.valueOf(value);
    }
    if (value instanceof Class<?> type) {
      return "class " + name(type);
    }
    if (value instanceof ClassLoader loader) {
      return loader(loader);
    }
    if (value instanceof TimeZone zone) {
      return zone.getID();
    }
    if (value instanceof Number) {
      return "number"; // atomics and adders only grow
    }
    if (value instanceof AtomicReference<?> reference) {
      return "-> " + text(reference.get(), depth);
    }
    if (isNamed(value)) {
      return name(value.getClass());
    }
    if (depth >= 0 && value.getClass().isArray()) {
      return array(value, depth);
    }
    if (depth >= 0 && (value instanceof Collection<?> || value instanceof Map<?, ?>)) {
      return container(value, depth);
    }
    return depth > 0 && value.getClass().getName().startsWith(FRAMEWORK)
        ? name(value.getClass()) + fields(value, depth - 1)
        : name(value.getClass());
  }

  /**
   * Configurations are loaded when first asked, metrics count, weak containers wait for the next
   * collection: of these the class alone.
   */
  private static boolean isNamed(Object value) {
    return value instanceof Reference<?>
        || value instanceof Thread
        || value instanceof ThreadLocal<?>
        || value instanceof Throwable
        || value instanceof WeakHashMap<?, ?>
        || value.getClass().getName().equals(FRAMEWORK + "conf.Configuration")
        || value.getClass().getName().startsWith(FRAMEWORK + "metrics2.");
  }

  private static boolean isPlain(Object value) {
    return value instanceof String
        || value instanceof Boolean
        || value instanceof Character
        || value instanceof AtomicBoolean
        || value instanceof Enum<?>
        || value instanceof File
        || value instanceof Path
        || value instanceof URI
        || value instanceof Locale
        || value instanceof Charset
        || value instanceof Pattern
        || (value instanceof Number && value.getClass().getPackageName().equals("java.lang"));
  }

  private static String array(Object array, int depth) {
    List<String> items = new ArrayList<>();
    for (int i = 0; i < Array.getLength(array); i++) {
      items.add(text(Array.get(array, i), depth - 1));
    }
    return array.getClass().getComponentType().getSimpleName() + items;
  }

  /** A container that cannot be walked (another thread writes, a class of its own) has its name. */
  private static String container(Object value, int depth) {
    List<String> items = new ArrayList<>();
    try {
      if (value instanceof Map<?, ?> map) {
        map.forEach((k, v) -> items.add(text(k, depth - 1) + "=" + text(v, depth - 1)));
      } else {
        ((Collection<?>) value).forEach(item -> items.add(text(item, depth - 1)));
      }
    } catch (RuntimeException e) {
      return name(value.getClass()) + " " + e.getClass().getSimpleName();
    }
    items.sort(null);
    return items.size() + " " + items;
  }

  private static String fields(Object value, int depth) {
    Map<String, String> fields = new TreeMap<>();
    for (Class<?> at = value.getClass(); at != null; at = at.getSuperclass()) {
      for (Field field : at.getDeclaredFields()) {
        if (isShown(field)) {
          fields.put(field.getName(), text(peek(value, field), depth));
        }
      }
    }
    return fields.toString();
  }

  /** Of objects below a static field, long numbers are times and counts. */
  private static boolean isShown(Field field) {
    return !Modifier.isStatic(field.getModifiers())
        && !field.isSynthetic()
        && field.getType() != long.class;
  }

  private static Object peek(Object value, Field field) {
    try {
      return Peek.read(value, field);
    } catch (ReflectiveOperationException e) {
      return "hidden";
    }
  }

  private static String hash(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      return Integer.toHexString(text.hashCode());
    }
  }
}
