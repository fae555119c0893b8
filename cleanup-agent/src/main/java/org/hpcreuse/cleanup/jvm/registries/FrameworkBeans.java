/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.registries;

import java.beans.BeanInfo;
import java.util.Map;
import java.util.WeakHashMap;
import org.hpcreuse.cleanup.state.ReflectiveAccess;

/**
 * What java.beans has found out about the framework's classes. log4j sets the options of its
 * appenders by this knowledge. To gather it again for each container takes nine tenths of log4j's
 * configuration.
 *
 * <p>No container reaches it: java.beans has it only while the slot sets a container up. When code
 * of the container has run by then, the knowledge may be changed, and is dropped.
 *
 * <p>Used by one thread at a time.
 */
public final class FrameworkBeans {
  /** Part of a container's set-up. */
  @FunctionalInterface
  public interface Work {
    /** Does it. */
    void run() throws Exception;
  }

  private Map<Class<?>, BeanInfo> known = new WeakHashMap<>();

  /**
   * Runs {@code work} with the knowledge, in the calling thread's group. Afterwards java.beans
   * knows nothing for this group.
   *
   * @param container the loader of the container that the work is for
   * @throws Exception what the work throws
   */
  public void with(ClassLoader container, Work work) throws Exception {
    ReflectiveAccess group = BeanContexts.own();
    group.set("beanInfoCache", known);
    try {
      work.run();
    } finally {
      group.set("beanInfoCache", null);
      if (container.getDefinedPackages().length > 0) {
        known = new WeakHashMap<>();
      }
    }
  }
}
