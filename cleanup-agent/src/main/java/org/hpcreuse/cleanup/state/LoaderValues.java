/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.state;

import java.util.HashMap;
import java.util.Map;

/**
 * What the JDK keeps in a class loader for as long as the loader lives. Each part of the JDK has a
 * kind of values of its own, with keys below it.
 *
 * <p>Source: {@code jdk.internal.loader.ClassLoaderValue} of JDK 17 to 25.
 */
public final class LoaderValues {
  private static final String BELOW = "jdk.internal.loader.AbstractClassLoaderValue$Sub";

  private LoaderValues() {}

  /**
   * Has the loader forget its one value of a kind.
   *
   * @param kind the {@code ClassLoaderValue} that a class of the JDK holds
   */
  public static void forget(ClassLoader loader, Object kind) {
    of(loader).remove(kind);
  }

  /** The same, and for values with keys below the kind. */
  public static void forgetAll(ClassLoader loader, Object kind) throws Exception {
    Map<?, ?> values = of(loader);
    for (Object key : values.keySet().toArray()) {
      if (kindOf(key) == kind) {
        values.remove(key);
      }
    }
  }

  private static Map<?, ?> of(ClassLoader loader) {
    Map<?, ?> values = (Map<?, ?>) LoaderFields.get(loader, "classLoaderValueMap");
    return values == null ? new HashMap<>() : values;
  }

  private static Object kindOf(Object key) throws Exception {
    Object at = key;
    while (at.getClass().getName().equals(BELOW)) {
      at = ReflectiveAccess.of(at).call("parent");
    }
    return at;
  }
}
