/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.threads;

import java.lang.management.ManagementFactory;
import java.lang.management.PlatformManagedObject;

/** Has more virtual threads run at a time, where the JDK lets it. */
public final class WidensScheduler {
  private WidensScheduler() {}

  /** Leaves it so. */
  public static void main(String[] args) throws ReflectiveOperationException {
    if (Runtime.version().feature() >= 24) {
      Class<?> scheduler = Class.forName("jdk.management.VirtualThreadSchedulerMXBean");
      Object bean =
          ManagementFactory.getPlatformMXBean(scheduler.asSubclass(PlatformManagedObject.class));
      scheduler.getMethod("setParallelism", int.class).invoke(bean, 7);
    }
  }
}
