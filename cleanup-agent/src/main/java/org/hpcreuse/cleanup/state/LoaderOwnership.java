/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.state;

/** Whether a class loader came with a container. */
public final class LoaderOwnership {
  /** Loads accessors that reflection has made, as a child of the loader they are made for. */
  private static final String REFLECTION_LOADER = "jdk.internal.reflect.DelegatingClassLoader";

  private LoaderOwnership() {}

  /**
   * True if the loader came with the container: its own, one below it, or one that it has made
   * beside it (as Hadoop's ApplicationClassLoader, whose parent is the framework). What is left are
   * the JDK's, the framework's and the slot's own.
   *
   * @param frameworkLoader the loader that outlives the container
   */
  public static boolean belongsToContainer(ClassLoader loader, ClassLoader frameworkLoader) {
    ClassLoader at = loader;
    while (at != null && at.getClass().getName().equals(REFLECTION_LOADER)) {
      at = at.getParent();
    }
    return at != null
        && !isAncestor(at, frameworkLoader)
        && !isAncestor(at, LoaderOwnership.class.getClassLoader());
  }

  /**
   * True if the object is a loader or a class that came with the container, or of such a class.
   *
   * @param object null belongs to nobody
   * @param frameworkLoader the loader that outlives the container
   */
  public static boolean isOfContainer(Object object, ClassLoader frameworkLoader) {
    if (object == null) {
      return false;
    } else if (object instanceof ClassLoader loader
        && belongsToContainer(loader, frameworkLoader)) {
      return true;
    }
    Class<?> type = object instanceof Class<?> itself ? itself : object.getClass();
    return belongsToContainer(type.getClassLoader(), frameworkLoader);
  }

  private static boolean isAncestor(ClassLoader loader, ClassLoader of) {
    for (ClassLoader at = of; at != null; at = at.getParent()) {
      if (at == loader) {
        return true;
      }
    }
    return false;
  }
}
