/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import java.util.function.Predicate;
import org.hpcreuse.cleanup.boot.SlotHooks;
import org.hpcreuse.pool.slot.framework.FrameworkSupply;

/**
 * Which code accepts whom it likes, as in a process of its own: a container's own. A class of a
 * name that the framework has, too, is no such code, whichever loader has defined it: a container
 * with a framework of its own has Hadoop's servers in its own loader. Nor is a gang's master. Asked
 * in the thread that accepts. Thread-safe.
 */
final class AcceptingCode implements Predicate<Class<?>> {
  private static final String GANG = "org.hpcreuse.gang.";

  private final FrameworkSupply frameworks;

  AcceptingCode(FrameworkSupply frameworks) {
    this.frameworks = frameworks;
  }

  @Override
  public boolean test(Class<?> code) {
    ClassLoader top = SlotHooks.systemClassLoader(); // null in a thread of no container
    ClassLoader loader = code.getClassLoader();
    while (loader != null && loader != top) {
      loader = loader.getParent();
    }
    String name = code.getName();
    return loader != null && !name.startsWith(GANG) && !frameworks.current().loader().holds(name);
  }
}
