/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.boot;

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
