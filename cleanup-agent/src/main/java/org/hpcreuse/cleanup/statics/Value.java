/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.statics;

import java.io.File;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;

/** What a reference or boxed primitive is worth in a comparison and in a report. */
final class Value {
  private static final Set<Class<?>> IMMUTABLE =
      Set.of(
          String.class,
          Boolean.class,
          Character.class,
          Byte.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          BigInteger.class,
          BigDecimal.class,
          UUID.class,
          Locale.class,
          URI.class,
          File.class);

  private static final int HASH_DIGITS = 8;

  /** So that nobody can try out guesses of a short secret. */
  private static final byte[] SALT = SecureRandom.getSeed(16);

  /** Text that may be shown. */
  record Label(String text) {}

  private Value() {}

  /** The same object, or equal objects of a JDK class that cannot change. Runs no foreign code. */
  static boolean same(Object one, Object other) {
    return one == other || (one != null && isImmutable(one) && one.equals(other));
  }

  private static boolean isImmutable(Object value) {
    return IMMUTABLE.contains(value.getClass());
  }

  /** Whether nothing can be kept of it: it never changes. */
  static boolean isConstant(Object value) {
    return value == null
        || isImmutable(value)
        || value instanceof Class
        || value instanceof Pattern;
  }

  /** A hash that is the same for what {@link #same} calls the same. */
  static int hash(Object value) {
    return value != null && isImmutable(value) ? value.hashCode() : System.identityHashCode(value);
  }

  /** Never shows the text of a string, which may be a secret. */
  static String describe(Object value) {
    if (value instanceof Label label) {
      return label.text();
    }
    if (value == null || value instanceof Boolean || value instanceof Number) {
      return isShownAsIs(value) ? String.valueOf(value) : typeAndIdentity(value);
    }
    if (value instanceof Enum<?> constant) {
      return constant.name();
    }
    if (value instanceof Class<?> type) {
      return type.getName();
    }
    if (value instanceof String text) {
      return "String(" + text.length() + ")#" + digest(text);
    }
    if (value.getClass().isArray()) {
      return value.getClass().getComponentType().getSimpleName()
          + "["
          + Array.getLength(value)
          + "]";
    }
    return value.getClass().getClassLoader() == null ? sized(value) : typeAndIdentity(value);
  }

  private static boolean isShownAsIs(Object value) {
    return value == null || value.getClass().getClassLoader() == null;
  }

  private static String sized(Object value) {
    String type = value.getClass().getSimpleName();
    if (value instanceof Collection<?> collection) {
      return type + " of " + collection.size();
    }
    return value instanceof Map<?, ?> map ? type + " of " + map.size() : typeAndIdentity(value);
  }

  private static String typeAndIdentity(Object value) {
    return value.getClass().getName() + "@" + Integer.toHexString(System.identityHashCode(value));
  }

  private static String digest(String text) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      sha.update(SALT);
      byte[] digest = sha.digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest).substring(0, HASH_DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
