/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.statics;

import java.io.File;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.hpcreuse.cleanup.state.Redacted;

/** What a reference or boxed primitive is worth in a comparison and in a report. */
final class ComparedValue {
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

  private ComparedValue() {}

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

  /** Never shows the text of a string, which may be a secret; of containers only how many. */
  static String describe(Object value) {
    if (value != null && value.getClass().isArray()) {
      return value.getClass().getComponentType().getSimpleName()
          + "["
          + Array.getLength(value)
          + "]";
    }
    boolean isJdks = value != null && value.getClass().getClassLoader() == null;
    if (isJdks && value instanceof Collection<?> collection) {
      return value.getClass().getSimpleName() + " of " + collection.size();
    }
    return isJdks && value instanceof Map<?, ?> map
        ? value.getClass().getSimpleName() + " of " + map.size()
        : Redacted.value(value);
  }
}
