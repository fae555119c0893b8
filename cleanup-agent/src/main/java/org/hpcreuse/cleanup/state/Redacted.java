/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.state;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Level;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.management.ObjectName;

/**
 * What leaves a slot of a container: names, types and lengths as they are, values as hashes. Runs
 * no code of a container (its toString). What may be a secret nobody can tell from what it is
 * called.
 */
public final class Redacted {
  private static final int LIMIT = 200;
  private static final int HASH_DIGITS = 8;

  /** So that nobody can try out guesses of a short secret. */
  private static final byte[] SALT = SecureRandom.getSeed(16);

  /** From here on a name carries a value: of a setting, an address, a user. */
  private static final Pattern VALUE = Pattern.compile("[=?@]|://");

  /** Properties of a bean's name that say what it is, not whose. */
  private static final Set<String> KINDS = Set.of("type", "name", "service");

  /** The slot's own code; a container may run other classes of this project. */
  private static final List<String> OURS =
      List.of("org.hpcreuse.cleanup.", "org.hpcreuse.pool.", "org.hpcreuse.classloader.");

  private static final Set<Locale> KNOWN_LOCALES = Set.of(Locale.getAvailableLocales());

  /** Text that is shown as it is. */
  public record Label(String text) {}

  private Redacted() {}

  /**
   * A value: numbers, flags, constants of enums and types as they are, all else by length and hash.
   */
  public static String value(Object value) {
    if (value == null || value instanceof Boolean || isNumber(value)) {
      return String.valueOf(value);
    } else if (value instanceof Label label) {
      return shortened(label.text());
    } else if (value instanceof String text) {
      return hash(text);
    } else if (value instanceof Enum<?> constant) {
      return constant.name();
    } else if (value instanceof Class<?> type) {
      return type.getName();
    } else if (value instanceof Thread thread) {
      return "thread \"" + name(thread.getName()) + "\"";
    }
    return isJdks(value) ? jdks(value) : typeAndIdentity(value);
  }

  private static String jdks(Object value) {
    if (value instanceof Optional<?> optional) {
      return value(optional.orElse(null));
    } else if (value instanceof Collection<?> collection) {
      return shortened(collection.stream().map(Redacted::value).collect(Collectors.joining(", ")));
    } else if (value instanceof ObjectName bean) {
      return beanName(bean);
    } else if (value instanceof Level level && value.getClass() == Level.class) {
      return level.getName();
    } else if (value instanceof ProcessHandle process) {
      return "process " + process.pid();
    } else if (value instanceof Locale locale) {
      return KNOWN_LOCALES.contains(locale)
          ? locale.toString()
          : "Locale " + hash(locale.toString());
    }
    boolean isText = value instanceof Number || value instanceof Character;
    return isText
        ? value.getClass().getSimpleName() + " " + hash(value.toString())
        : typeAndIdentity(value);
  }

  /** Keys are made of big ones. */
  private static boolean isNumber(Object value) {
    return value instanceof Number
        && isJdks(value)
        && !(value instanceof BigInteger || value instanceof BigDecimal);
  }

  /** Tells two texts apart without showing them: the length, and 32 bits salted for this JVM. */
  public static String hash(String text) {
    return "String(" + text.length() + ")#" + digest(text);
  }

  /** A name of a setting, a thread, a file: as it is, up to where it carries a value. */
  public static String name(String name) {
    Matcher value = VALUE.matcher(name);
    return shortened(
        value.find()
            ? name.substring(0, value.end()) + "…" + hash(name.substring(value.end()))
            : name);
  }

  private static String beanName(ObjectName bean) {
    List<String> properties =
        Arrays.stream(bean.getKeyPropertyListString().split(","))
            .map(property -> property.split("=", 2)[0])
            .filter(key -> bean.getKeyProperty(key) != null)
            .map(key -> key + "=" + beanProperty(key, bean.getKeyProperty(key)))
            .toList();
    return shortened(bean.getDomain() + ":" + String.join(",", properties));
  }

  private static String beanProperty(String key, String value) {
    return KINDS.contains(key) ? name(value) : hash(value);
  }

  /**
   * A failure: types and where it was thrown. What it says is left out unless the slot's own code
   * says it, since the text may be a container's.
   */
  public static String failure(Throwable failure) {
    StackTraceElement[] frames = failure.getStackTrace();
    String text = failure.getClass().getName();
    if (frames.length > 0 && OURS.stream().anyMatch(frames[0].getClassName()::startsWith)) {
      text += ": " + failure.getMessage();
    } else {
      text += frames.length == 0 ? "" : " at " + frames[0];
    }
    Throwable cause = failure.getCause();
    return cause == null || cause == failure ? text : text + ", caused by " + failure(cause);
  }

  private static String typeAndIdentity(Object value) {
    return value.getClass().getName() + "@" + Integer.toHexString(System.identityHashCode(value));
  }

  private static boolean isJdks(Object value) {
    return value.getClass().getClassLoader() == null;
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

  private static String shortened(String text) {
    return text.length() <= LIMIT
        ? text
        : text.substring(0, LIMIT) + "… (" + text.length() + " characters)";
  }
}
