/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.boot;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Classes of a user that one container after the other uses, each as if it were the first: they are
 * forgotten in between, as those of {@link ReadOnce}. There is at most one loader with such classes
 * at a time. Thread-safe.
 */
public final class KeptClasses {
  /** Those of one loader. */
  private record Kept(ClassLoader loader, Map<Class<?>, ReadOnceClass> classes) {}

  private static final Kept NONE = new Kept(null, Map.of());

  /** Written by the slot while no container runs; volatile so that all threads see it. */
  private static volatile Kept kept = NONE;

  private KeptClasses() {}

  /** From now on the classes are this loader's. */
  public static void begin(ClassLoader loader) {
    kept = new Kept(loader, new ConcurrentHashMap<>());
  }

  /**
   * At the head of a class's initialiser: the thread that runs it has its first turn. A class of a
   * loader that has been let go of is initialised as in any JVM: once.
   */
  public static void first(MethodHandles.Lookup lookup) {
    Class<?> type = lookup.lookupClass();
    Kept now = kept;
    if (type.getClassLoader() == now.loader()) {
      ReadOnceClass entry = new ReadOnceClass(lookup, ReadOnceInputs.UNKNOWN);
      entry.first();
      now.classes().put(type, entry);
    }
  }

  /** A class, or null when it is none of them. */
  static ReadOnceClass entry(Class<?> type) {
    return kept.classes().get(type);
  }

  /** At the end of {@link Class#forName(String)}: the class is initialised, at the latest now. */
  public static void used(Class<?> type) {
    ReadOnceClass entry = entry(type);
    if (entry != null) {
      entry.use();
    }
  }

  /** At the end of {@code Class.forName} with a loader, which may leave the class as it is. */
  public static void used(Class<?> type, boolean initialize) {
    if (initialize) {
      used(type);
    }
  }

  /** Before a field is read or written through reflection. */
  public static void used(Field field) {
    if (Modifier.isStatic(field.getModifiers())) {
      used(field.getDeclaringClass());
    }
  }

  /**
   * Forgets what their initialisers and all others have put into their static fields.
   *
   * @return internal names of classes that could not be
   */
  public static List<String> forget() {
    return ReadOnceClass.forget(kept.classes().values());
  }

  /** Lets go of all of them. */
  public static void drop() {
    kept = NONE;
  }
}
