/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.boot;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Classes of a user that one container after the other uses, each as if it were the first: they are
 * forgotten in between, as those of {@link ReadOnce}. There is at most one loader with such classes
 * at a time. Thread-safe.
 */
public final class KeptClasses {
  /**
   * Those of one loader.
   *
   * @param spoiled why they cannot be used by another container, one line each
   */
  private record Kept(
      ClassLoader loader, Map<Class<?>, ReadOnceClass> classes, Set<String> spoiled) {
    boolean has(Class<?> type) {
      return loader != null && type != null && type.getClassLoader() == loader;
    }
  }

  private static final Kept NONE = new Kept(null, Map.of(), Set.of());

  /** Written by the slot while no container runs; volatile so that all threads see it. */
  private static volatile Kept kept = NONE;

  private KeptClasses() {}

  /** From now on the classes are this loader's. */
  public static void begin(ClassLoader loader) {
    kept = new Kept(loader, new ConcurrentHashMap<>(), ConcurrentHashMap.newKeySet());
  }

  /**
   * At the head of a class's initialiser: the thread that runs it has its first turn. A class of a
   * loader that has been let go of is initialised as in any JVM: once.
   */
  public static void first(MethodHandles.Lookup lookup) {
    Class<?> type = lookup.lookupClass();
    Kept now = kept;
    if (now.has(type)) {
      ReadOnceClass entry = new ReadOnceClass(lookup, ReadOnceInputs.UNKNOWN);
      entry.first();
      now.classes().put(type, entry);
    }
  }

  /** An initialiser has failed at the first time: the JVM never uses the class again. */
  public static void failedFirst(Class<?> type, Throwable cause) {
    Kept now = kept;
    ReadOnceClass entry = now.classes().remove(type);
    if (entry != null) {
      now.spoiled().add("the initialiser of " + type.getName() + " has failed");
      entry.failedFirst(cause);
    }
  }

  /**
   * Before a hidden class is defined: it is not rewritten, so it asks nobody. The JDK itself makes
   * some for lambda expressions; these have no fields of a user.
   */
  public static void hidden(MethodHandles.Lookup lookup) {
    Kept now = kept;
    if (now.has(lookup.lookupClass()) && !isJdkAsking()) {
      now.spoiled().add(lookup.lookupClass().getName() + " has defined a hidden class");
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

  /** Whether code of the JDK has called the method of {@link MethodHandles.Lookup} that asks. */
  private static boolean isJdkAsking() {
    return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
        .walk(
            frames ->
                frames
                    .map(StackWalker.StackFrame::getDeclaringClass)
                    .filter(type -> type != KeptClasses.class && type != MethodHandles.Lookup.class)
                    .findFirst())
        .filter(type -> type.getClassLoader() == null)
        .isPresent();
  }

  /**
   * Before a static field is looked up: the class that declares it is initialised.
   *
   * @param named the class by which it is named, which may have inherited it
   */
  public static void used(Class<?> named, String field, Class<?> fieldType) {
    Kept now = kept;
    try {
      for (Class<?> type = named; now.has(type); type = type.getSuperclass()) {
        for (Field declared : type.getDeclaredFields()) {
          if (declared.getName().equals(field) && declared.getType() == fieldType) {
            used(type);
            return;
          }
        }
      }
    } catch (LinkageError e) {
      used(named); // the type of some field is missing; the JVM would not look at it
    }
  }

  /**
   * Before a class of another loader uses a static field.
   *
   * @param named the class by which it names the field
   * @param owner binary name of the class that declares the field, when the named class is kept
   */
  public static void used(Class<?> named, String owner) {
    Kept now = kept;
    for (Class<?> type = named; now.has(type); type = type.getSuperclass()) {
      if (type.getName().equals(owner)) {
        used(type);
        return;
      }
    }
  }

  /** Why another container cannot use them, as far as they themselves tell; one line each. */
  public static Set<String> spoiled() {
    return Set.copyOf(kept.spoiled());
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
