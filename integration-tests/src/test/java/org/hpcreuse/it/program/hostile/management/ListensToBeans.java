/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.management;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServerDelegate;

/** Leaves a listener with beans of the JVM. */
public final class ListensToBeans {
  private ListensToBeans() {}

  /** Leaves it. */
  public static void main(String[] args) throws JMException {
    ManagementFactory.getPlatformMBeanServer()
        .addNotificationListener(
            MBeanServerDelegate.DELEGATE_NAME,
            (notification, handback) -> System.err.println("left behind hears of it"),
            null,
            null);
  }
}
