/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.TimeZone;
import java.util.logging.Level;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.management.ObjectName;

/**
 * Values as an audit shows them: short, without running code of a container (its toString), and
 * without secrets.
 */
public final class Shown {
  private static final int LIMIT = 200;
  private static final Pattern SECRET =
      Pattern.compile("passw|secret|token|credential|private|api.?key|auth");

  private Shown() {}

  /** The value of something called {@code name}; a hash of it if the name speaks of a secret. */
  public static String value(String name, Object value) {
    String text = text(value);
    boolean secret = SECRET.matcher(name.toLowerCase(Locale.ROOT)).find();
    return secret && value instanceof CharSequence ? hash(text) : text;
  }

  /** Tells two values apart without showing them. */
  public static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "sha256:" + HexFormat.of().formatHex(digest, 0, 6);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String text(Object value) {
    if (value == null) {
      return "null";
    }
    if (value instanceof Optional<?> optional) {
      return text(optional.orElse(null));
    }
    if (value instanceof Class<?> type) {
      return type.getName();
    }
    if (value instanceof Thread thread) {
      return "thread \"" + shortened(thread.getName()) + "\"";
    }
    if (isJdks(value) && value instanceof Collection<?> collection) {
      return shortened(collection.stream().map(Shown::text).collect(Collectors.joining(", ")));
    }
    return isPlain(value)
        ? shortened(value.toString())
        : value.getClass().getName() + "@" + Integer.toHexString(System.identityHashCode(value));
  }

  private static boolean isPlain(Object value) {
    return value instanceof String
        || value instanceof Boolean
        || value instanceof Character
        || value instanceof Locale
        || value instanceof ObjectName
        || (isJdks(value) && isSimple(value));
  }

  private static boolean isSimple(Object value) {
    return value instanceof Number
        || value instanceof TimeZone
        || value instanceof Level
        || value instanceof Enum<?>;
  }

  private static boolean isJdks(Object value) {
    return value.getClass().getClassLoader() == null;
  }

  private static String shortened(String text) {
    return text.length() <= LIMIT
        ? text
        : text.substring(0, LIMIT) + "… (" + text.length() + " characters)";
  }
}
