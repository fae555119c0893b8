/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.jdk;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.lang.management.ManagementFactory;
import javax.management.InstanceAlreadyExistsException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.hpcreuse.workload.foreign.Neighbour;

/** Registers beans with the platform's server. */
public final class Beans {
  private Beans() {}

  /** A bean. */
  public interface OwnMBean {
    int getNumber();
  }

  /** Its class. */
  public static final class Own implements OwnMBean {
    @Override
    public int getNumber() {
      return 8;
    }
  }

  public static void main(String[] args) throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    if (Neighbour.spoils(args)) {
      server.registerMBean(new Own(), new ObjectName("own:type=Own"));
      MBeanServerFactory.createMBeanServer("left");
      ManagementFactory.getMemoryMXBean().setVerbose(false);
      ManagementFactory.getThreadMXBean().setThreadContentionMonitoringEnabled(true);
    }
    try {
      server.registerMBean(new Own(), new ObjectName("own:type=Own"));
    } catch (InstanceAlreadyExistsException e) {
      print("exists", e.getMessage());
    }
    print("number", server.getAttribute(new ObjectName("own:type=Own"), "Number"));
    print("domains", new java.util.TreeSet<>(java.util.List.of(server.getDomains())));
    print("servers", MBeanServerFactory.findMBeanServer(null).size());
    print("contention", ManagementFactory.getThreadMXBean().isThreadContentionMonitoringEnabled());
  }
}
