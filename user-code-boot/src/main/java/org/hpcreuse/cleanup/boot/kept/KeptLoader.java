/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.boot.kept;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import org.hpcreuse.cleanup.boot.ReadOnceClass;

/** A loader whose classes containers use one after the other. Thread-safe. */
public final class KeptLoader {
  private static final String LAMBDA = "$$Lambda";

  /** Values hold their keys, so they are weak as well. */
  private static final Map<ClassLoader, WeakReference<KeptLoader>> ALL = new WeakHashMap<>();

  private final ClassLoader loader;
  private final KeptFields fields;
  private final BiFunction<Class<?>, String, String> libraries;
  private final Set<String> asking;

  /** Those that have been initialised, and can be again. */
  private final Map<Class<?>, ReadOnceClass> classes = new ConcurrentHashMap<>();

  /** Those of their code that each container links for itself. */
  private final KeptCallSites callSites = new KeptCallSites();

  /** Why they cannot be used by another container, one line each. */
  private final Set<String> spoiled = ConcurrentHashMap.newKeySet();

  /** Written by the slot while no container runs. */
  private volatile boolean probing;

  /**
   * For a loader that has no class yet.
   *
   * @param fields those of its classes
   * @param libraries gets a class that loads a native library, and the file; tells which copy of it
   *     the JDK is to load, or to find loaded
   * @param asking internal names of its classes whose code asks before it uses another one; it
   *     grows
   */
  public KeptLoader(
      ClassLoader loader,
      KeptFields fields,
      BiFunction<Class<?>, String, String> libraries,
      Set<String> asking) {
    this.loader = loader;
    this.fields = fields;
    this.libraries = libraries;
    this.asking = asking;
    if (loader != null) {
      synchronized (ALL) {
        ALL.put(loader, new WeakReference<>(this));
      }
    }
  }

  /**
   * That of a class, whether a container runs with it or it waits for its next one.
   *
   * @return null for a class of another loader
   */
  static KeptLoader of(Class<?> type) {
    synchronized (ALL) {
      WeakReference<KeptLoader> its = ALL.get(type.getClassLoader());
      return its == null ? null : its.get();
    }
  }

  /** Whether the code of a class asks; that of a lambda expression belongs to the class. */
  boolean asks(Class<?> type) {
    String name = type.getName();
    int lambda = type.isHidden() ? name.indexOf(LAMBDA) : -1;
    return has(type)
        && asking.contains((lambda < 0 ? name : name.substring(0, lambda)).replace('.', '/'));
  }

  void probing(boolean now) {
    probing = now;
  }

  /** Whether its initialisers do not run. */
  public boolean isProbing() {
    return probing;
  }

  /** Whether a class has been initialised so far, and can be again. */
  public boolean isKnown(Class<?> type) {
    return classes.containsKey(type);
  }

  boolean has(Class<?> type) {
    return loader != null && type != null && type.getClassLoader() == loader;
  }

  KeptFields fields() {
    return fields;
  }

  String library(Class<?> loading, String file) {
    return libraries.apply(loading, file);
  }

  Map<Class<?>, ReadOnceClass> classes() {
    return classes;
  }

  KeptCallSites callSites() {
    return callSites;
  }

  /** Why another container cannot use the classes, as far as they themselves tell. */
  public Set<String> spoiled() {
    return spoiled;
  }
}
