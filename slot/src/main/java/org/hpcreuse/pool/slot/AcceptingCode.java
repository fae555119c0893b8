/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import java.util.function.Predicate;
import java.util.function.Supplier;
import org.hpcreuse.classloader.FrameworkLoader;
import org.hpcreuse.cleanup.boot.SlotHooks;

/**
 * Which code accepts whom it likes, as in a process of its own: a container's own. A class of a
 * name that the framework has, too, is no such code, whichever loader has defined it: a container
 * with a framework of its own has Hadoop's servers in its own loader. Nor is one of such a name
 * with another before it: frameworks bring copies of Netty and Jetty in packages of their own. Nor
 * is a gang's master. Asked in the thread that accepts. Thread-safe.
 */
final class AcceptingCode implements Predicate<Class<?>> {
  private static final String GANG = "org.hpcreuse.gang.";

  private final Supplier<FrameworkLoader> frameworks;

  /**
   * Asks for the framework each time.
   *
   * @param frameworks the loader of the framework that the slot has now
   */
  AcceptingCode(Supplier<FrameworkLoader> frameworks) {
    this.frameworks = frameworks;
  }

  @Override
  public boolean test(Class<?> code) {
    ClassLoader top = SlotHooks.systemClassLoader(); // null in a thread of no container
    ClassLoader loader = code.getClassLoader();
    while (loader != null && loader != top) {
      loader = loader.getParent();
    }
    return loader != null
        && !code.getName().startsWith(GANG)
        && !isOfFramework(outermost(code.getName()));
  }

  private boolean isOfFramework(String name) {
    FrameworkLoader framework = frameworks.get();
    if (framework.holds(name)) {
      return true;
    }
    for (int dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
      String relocated = name.substring(dot + 1);
      if (relocated.indexOf('.') >= 0 && framework.holds(relocated)) {
        return true;
      }
    }
    return false;
  }

  /** The numbers of anonymous classes differ between versions. */
  private static String outermost(String name) {
    int dollar = name.indexOf('$');
    return dollar > 0 ? name.substring(0, dollar) : name;
  }
}
