/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.boot;

import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Lets code of the framework find the container's classes, as in a process of its own.
 *
 * <p>A forked JVM has one loader for one class path, for all callers. In a slot the framework's
 * classes have a loader of their own, which knows nothing of the container. So the rule is: who
 * looks something up by a loader above the container's gets the answer of the container's loader.
 * Loaders stay what they are: code that defines classes beside those of the framework needs the
 * real one.
 *
 * <p>The JVM itself does not ask here when it links a class of the framework: it would remember the
 * container's class in that loader for good.
 */
public final class OneClassPath {
  /** The loaders by which the JVM asks, and this class. */
  private static final Set<String> LOADERS =
      Set.of(
          "java.lang.ClassLoader",
          "jdk.internal.loader.BuiltinClassLoader",
          "jdk.internal.loader.ClassLoaders$AppClassLoader",
          OneClassPath.class.getName());

  private static final StackWalker CALLERS = StackWalker.getInstance();

  private static final Queue<Class<?>> FOUND = new ConcurrentLinkedQueue<>();

  private OneClassPath() {}

  /**
   * The loader that answers in place of another one.
   *
   * @param loader null for the JVM's own
   * @return the container's, when its thread asks by a loader that stands above it in the slot
   *     alone; else the given one
   */
  public static ClassLoader answering(ClassLoader loader) {
    SlotHooks.VirtualProcess process = SlotHooks.process();
    return process == null || loader == null ? loader : process.answering(loader);
  }

  /** In place of {@link ClassLoader#loadClass(String)} in classes of framework and container. */
  public static Class<?> loadClass(ClassLoader loader, String name) throws ClassNotFoundException {
    return answering(loader).loadClass(name);
  }

  /**
   * What JNI's FindClass finds in a thread of native code that has attached itself: the JVM asks
   * its system loader, and no Java method has called. It remembers the answer in that loader for
   * good ({@link #found}).
   *
   * @param asked one of the JDK's loaders
   * @return null where that loader itself must look
   * @throws ClassNotFoundException when the container has no such class
   */
  public static Class<?> findClass(ClassLoader asked, String name) throws ClassNotFoundException {
    SlotHooks.VirtualProcess process = SlotHooks.process();
    // The callers before the thread: to ask for that may load classes of the slot.
    if (process == null
        || asked == ClassLoader.getPlatformClassLoader()
        || isCalledByJava()
        || !process.isContainerThread()) {
      return null;
    }
    ClassLoader container = process.systemClassLoader();
    if (container == null) {
      return null;
    }
    Class<?> found = container.loadClass(name);
    FOUND.add(found);
    return found;
  }

  private static boolean isCalledByJava() {
    return CALLERS.walk(
        frames -> frames.anyMatch(frame -> !LOADERS.contains(frame.getClassName())));
  }

  /** The classes that native code has found by {@link #findClass} since the last call. */
  public static Set<Class<?>> found() {
    Set<Class<?>> found = new HashSet<>();
    for (Class<?> type = FOUND.poll(); type != null; type = FOUND.poll()) {
      found.add(type);
    }
    return found;
  }

  /**
   * The loader for a proxy class: where all interfaces are the framework's, its own, which may see
   * more of them than their public ones.
   */
  public static ClassLoader proxyLoader(ClassLoader loader, Class<?>... interfaces) {
    ClassLoader answering = answering(loader);
    if (answering != loader && interfaces != null) {
      for (Class<?> each : interfaces) {
        if (each != null && isBelow(each.getClassLoader(), answering)) {
          return answering;
        }
      }
    }
    return loader;
  }

  private static boolean isBelow(ClassLoader loader, ClassLoader upper) {
    for (ClassLoader at = loader; at != null; at = at.getParent()) {
      if (at == upper) {
        return true;
      }
    }
    return false;
  }
}
