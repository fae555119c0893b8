/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile;

import java.beans.Introspector;
import java.beans.PropertyEditorManager;
import java.beans.PropertyEditorSupport;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerDelegate;
import javax.management.ObjectName;
import javax.management.StandardMBean;

public final class AbusesManagement {
  private AbusesManagement() {}

  /** Leaves a listener with beans of the JVM. */
  public static final class ListensToBeans {
    public static void main(String[] args) throws JMException {
      ManagementFactory.getPlatformMBeanServer()
          .addNotificationListener(
              MBeanServerDelegate.DELEGATE_NAME,
              (notification, handback) -> System.err.println("left behind hears of it"),
              null,
              null);
    }
  }

  /** Leaves managed beans, one of them in the place of another. */
  public static final class RegistersBeans {
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

  /** Leaves a JDBC driver, a login timeout and a log of DriverManager. */
  public static final class RegistersDriver {
    public static void main(String[] args) throws SQLException {
      DriverManager.registerDriver(
          (Driver)
              Proxy.newProxyInstance(
                  RegistersDriver.class.getClassLoader(),
                  new Class<?>[] {Driver.class},
                  (driver, method, arguments) -> null));
      DriverManager.setLoginTimeout(17);
      DriverManager.setLogWriter(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
    }
  }

  /** Leaves bean editors and search paths for bean editors and bean information. */
  public static final class RegistersEditors {
    public static void main(String[] args) {
      PropertyEditorManager.registerEditor(StringBuilder.class, Own.class);
      PropertyEditorManager.registerEditor(Integer.TYPE, Own.class);
      PropertyEditorManager.setEditorSearchPath(new String[] {"left.behind"});
      Introspector.setBeanInfoSearchPath(new String[] {"left.behind"});
    }

    /** Edits nothing. */
    public static final class Own extends PropertyEditorSupport {}
  }

  /** Leaves switches of the JVM's own beans turned: verbose, contention, thresholds. */
  public static final class SwitchesManagement {
    public static void main(String[] args) {
      ManagementFactory.getMemoryMXBean().setVerbose(true);
      ManagementFactory.getThreadMXBean().setThreadContentionMonitoringEnabled(true);
      ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
          .setThreadAllocatedMemoryEnabled(false);
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.isUsageThresholdSupported())
          .forEach(pool -> pool.setUsageThreshold(17 << 10));
    }
  }
}
