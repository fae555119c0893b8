/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.container;

import java.util.function.Predicate;
import org.hpcreuse.classloader.ContainerLoader;

/** Whose code the calling thread runs, by the loaders of the classes on its stack. */
final class CallingLoaders {
  private static final StackWalker STACK =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private CallingLoaders() {}

  /** Whether code of this loader, or of one below it, is on the stack. */
  static boolean contain(ClassLoader loader) {
    return loader != null && any(each -> each == loader);
  }

  /** Whether code of any container is on the stack. */
  static boolean containsContainers() {
    return any(ContainerLoader.class::isInstance);
  }

  private static boolean any(Predicate<ClassLoader> wanted) {
    return STACK.walk(
        frames -> frames.anyMatch(frame -> isBelow(frame.getDeclaringClass(), wanted)));
  }

  private static boolean isBelow(Class<?> type, Predicate<ClassLoader> wanted) {
    for (ClassLoader at = type.getClassLoader(); at != null; at = at.getParent()) {
      if (wanted.test(at)) {
        return true;
      }
    }
    return false;
  }
}
