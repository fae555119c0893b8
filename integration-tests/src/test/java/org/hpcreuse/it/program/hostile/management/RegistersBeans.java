/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.management;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;

/** Leaves managed beans, one of them in the place of another. */
public final class RegistersBeans {
  private RegistersBeans() {}

  /** Leaves it. */
  public static void main(String[] args) throws JMException {

    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName logging = new ObjectName("java.util.logging:type=Logging");
    server.unregisterMBean(logging);
    server.registerMBean(new StandardMBean(() -> 1, Gauge.class), logging);
    server.registerMBean(
        new StandardMBean(() -> 2, Gauge.class), new ObjectName("left.behind:type=Gauge"));
  }

  /** What the bean tells. */
  public interface Gauge {
    /** A number. */
    int getValue();
  }
}
