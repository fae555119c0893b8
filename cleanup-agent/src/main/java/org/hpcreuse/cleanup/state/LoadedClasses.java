/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.state;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The classes of one loader that exist already. A class that is loaded but not initialised is not
 * found: touching its statics would run its initialiser, in the wrong context.
 *
 * <p>Needs {@code java.base} opened: {@code java.lang} and {@code jdk.internal.misc}.
 */
public final class LoadedClasses {
  private static final Method FIND_LOADED =
      method(ClassLoader.class, "findLoadedClass", String.class);
  private static final Object UNSAFE;
  private static final Method SHOULD_BE_INITIALIZED;

  static {
    try {
      Class<?> unsafe = Class.forName("jdk.internal.misc.Unsafe");
      UNSAFE = method(unsafe, "getUnsafe").invoke(null);
      SHOULD_BE_INITIALIZED = method(unsafe, "shouldBeInitialized", Class.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final ClassLoader loader;
  private final Supplier<List<Class<?>>> defined;

  /** The classes for which {@code loader} is an initiating loader; they cannot be listed. */
  public LoadedClasses(ClassLoader loader) {
    this(loader, List::of);
  }

  /**
   * The classes for which {@code loader} is an initiating loader.
   *
   * @param defined gives those that it has defined so far; never takes one back or moves it
   */
  public LoadedClasses(ClassLoader loader, Supplier<List<Class<?>>> defined) {
    this.loader = loader;
    this.defined = defined;
  }

  /** Finds nothing. */
  public static LoadedClasses none() {
    return new LoadedClasses(new ClassLoader("none", null) {});
  }

  /** The loader. */
  public ClassLoader loader() {
    return loader;
  }

  /** The classes that the loader has defined, initialised or not. */
  public List<Class<?>> all() {
    return defined.get();
  }

  /** The class, if it is initialised. */
  public Optional<Class<?>> find(String binaryName) {
    Class<?> found = (Class<?>) invoke(FIND_LOADED, loader, binaryName);
    return found != null && isInitialized(found) ? Optional.of(found) : Optional.empty();
  }

  /** The statics of the class, if it is initialised. */
  public Optional<ReflectiveAccess> statics(String binaryName) {
    return find(binaryName).map(ReflectiveAccess::ofClass);
  }

  /** True if the class has been initialised, or needs no initialising. */
  public static boolean isInitialized(Class<?> type) {
    return !(boolean) invoke(SHOULD_BE_INITIALIZED, UNSAFE, type);
  }

  private static Method method(Class<?> owner, String name, Class<?>... parameters) {
    try {
      Method method = owner.getDeclaredMethod(name, parameters);
      method.setAccessible(true);
      return method;
    } catch (NoSuchMethodException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static Object invoke(Method method, Object receiver, Object argument) {
    try {
      return method.invoke(receiver, argument);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(method + " failed for " + argument, e);
    }
  }
}
