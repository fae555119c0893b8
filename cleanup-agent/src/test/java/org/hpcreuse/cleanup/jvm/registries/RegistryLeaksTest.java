/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.registries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hpcreuse.cleanup.LeakCase.leak;
import static org.hpcreuse.cleanup.state.ReflectiveAccess.ofClass;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.security.Security;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import java.util.stream.Stream;
import javax.management.MBeanServer;
import javax.management.MBeanServerDelegate;
import javax.management.NotificationEmitter;
import javax.management.ObjectName;
import org.hpcreuse.cleanup.LeakCase;
import org.hpcreuse.cleanup.LeakCases;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.framework.ListedDriver;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.state.Residue;
import org.hpcreuse.cleanup.user.UserDriver;
import org.hpcreuse.cleanup.user.UserMethodReference;

/** What containers leave in the registries of the JDK. */
class RegistryLeaksTest extends LeakCases {
  private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();
  private static final String USER_CLASS = UserMethodReference.class.getName();
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  @Override
  protected Stream<LeakCase<?, ?>> leaks() {
    return Stream.of(
        leak("the level of the root logger")
            .without(JavaLogging.class)
            .container(() -> Logger.getLogger("").setLevel(Level.OFF))
            .look(() -> Logger.getLogger("").getLevel())
            .leftOut(level -> assertThat(level).isEqualTo(Level.OFF))
            .released(level -> assertThat(level).isNotEqualTo(Level.OFF)),
        leak("the configuration of java.util.logging")
            .without(JavaLoggingProperties.class)
            .given(() -> logProperty(".level"))
            .container(() -> configureLogs("first.container = was here"))
            .look(() -> logProperty("first.container"))
            .leftOut(now -> assertThat(now).isEqualTo("was here"))
            .released(
                (level, now) -> {
                  assertThat(now).isNull();
                  assertThat(logProperty(".level")).isEqualTo(level);
                }),
        leak("a driver of JDBC")
            .without(JdbcDrivers.class)
            .given(RegistryLeaksTest::drivers)
            .container(UserDriver.class)
            .look(RegistryLeaksTest::drivers)
            .leftOut((before, now) -> assertThat(now).isEqualTo(before + 1))
            .released((before, now) -> assertThat(now).isEqualTo(before)),
        leak("a driver of the framework that is taken out")
            .without(JdbcDrivers.class)
            .given(RegistryLeaksTest::listedDrivers)
            .container(RegistryLeaksTest::takeOutListedDrivers)
            .look(RegistryLeaksTest::listedDrivers)
            .leftOut((before, now) -> assertThat(now).isZero())
            .released((before, now) -> assertThat(now).isOne()),
        leak("the logger of the JDK's security events")
            .without(JdkCaches.class)
            .container(() -> Security.setProperty("first.container", "was here"))
            .look(RegistryLeaksTest::securityLogger)
            .leftOut(logger -> assertThat(logger).isNotNull())
            .released(logger -> assertThat(logger).isNull()),
        leak("the hook of the console")
            .without(JdkCaches.class)
            .container(() -> systemHooks()[0] = () -> {})
            .look(() -> systemHooks()[0])
            .leftOut(hook -> assertThat(hook).isNotNull())
            .released(hook -> assertThat(hook).isNull()),
        leak("a linked method of the container")
            .without(LinkedMethodHandles.class)
            .given(RegistryLeaksTest::linkedClasses)
            .container(UserMethodReference.class)
            .look(RegistryLeaksTest::linkedClasses)
            .leftOut(now -> assertThat(now).contains(USER_CLASS))
            .released(
                (before, now) -> assertThat(now).doesNotContain(USER_CLASS).containsAll(before)),
        leak("a bean of the management server")
            .without(ManagedBeans.class)
            .container(() -> SERVER.registerMBean(new Empty(), new ObjectName("first:type=Empty")))
            .look(() -> SERVER.isRegistered(new ObjectName("first:type=Empty")))
            .leftOut(registered -> assertThat(registered).isTrue())
            .released(registered -> assertThat(registered).isFalse()),
        leak("a listener of the management server")
            .without(BeanListeners.class)
            .given(() -> new AtomicInteger())
            .container(RegistryLeaksTest::countBeans)
            .look(RegistryLeaksTest::countOfAnotherBean)
            .leftOut(heard -> assertThat(heard).isPositive())
            .released(heard -> assertThat(heard).isZero())
            .audited(new BeanListeners()),
        leak("what is measured of threads")
            .without(ManagementModes.class)
            .container(RegistryLeaksTest::switchMeasurements)
            .look(RegistryLeaksTest::isContentionAndCpuTimeMeasured)
            .leftOut(measured -> assertThat(measured).containsExactly(true, false))
            .released(measured -> assertThat(measured).containsExactly(false, true)),
        leak("a flag of the JVM and a listener of its memory")
            .without(ManagementSwitches.class, BeanListeners.class)
            .container(RegistryLeaksTest::setFlagAndListen)
            .look(run -> managementResidue(run.slot()))
            .leftOut(now -> assertThat(now).contains("flag HeapDumpPath", "listeners of memory"))
            .released(now -> assertThat(now).isEmpty()));
  }

  private static String logProperty(String name) {
    return LogManager.getLogManager().getProperty(name);
  }

  private static void configureLogs(String text) throws IOException {
    LogManager.getLogManager()
        .readConfiguration(new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)));
  }

  private static int drivers() throws ReflectiveOperationException {
    return ofClass(DriverManager.class).get("registeredDrivers", Collection.class).size();
  }

  private static Object securityLogger() throws ReflectiveOperationException {
    return ofClass(Class.forName("jdk.internal.event.EventHelper")).get("securityLogger");
  }

  private static Runnable[] systemHooks() throws ReflectiveOperationException {
    return ofClass(Class.forName("java.lang.Shutdown")).get("hooks", Runnable[].class);
  }

  private static long listedDrivers() {
    return DriverManager.drivers().filter(ListedDriver.class::isInstance).count();
  }

  private static void takeOutListedDrivers() throws SQLException {
    for (Driver driver : DriverManager.drivers().toList()) {
      if (driver instanceof ListedDriver) {
        DriverManager.deregisterDriver(driver);
      }
    }
  }

  private static List<String> linkedClasses() throws ReflectiveOperationException {
    Map<?, ?> linked = ofClass(MethodHandles.Lookup.class).get("LOOKASIDE_TABLE", Map.class);
    List<String> names = new ArrayList<>();
    for (Object member : linked.keySet()) {
      names.add(ReflectiveAccess.of(member).get("clazz", Class.class).getName());
    }
    return names;
  }

  /** The interface of a bean. */
  public interface EmptyMBean {}

  private static final class Empty implements EmptyMBean {}

  private static void countBeans(AtomicInteger heard) throws Exception {
    SERVER.addNotificationListener(
        MBeanServerDelegate.DELEGATE_NAME,
        (notification, handback) -> heard.incrementAndGet(),
        null,
        null);
  }

  private static int countOfAnotherBean(AtomicInteger heard) throws Exception {
    heard.set(0);
    ObjectName name = new ObjectName("left.behind:type=Empty");
    SERVER.registerMBean(new Empty(), name);
    SERVER.unregisterMBean(name);
    return heard.get();
  }

  private static void switchMeasurements() {
    THREADS.setThreadContentionMonitoringEnabled(true);
    THREADS.setThreadCpuTimeEnabled(false);
  }

  private static List<Boolean> isContentionAndCpuTimeMeasured() {
    return List.of(THREADS.isThreadContentionMonitoringEnabled(), THREADS.isThreadCpuTimeEnabled());
  }

  private static void setFlagAndListen() {
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
        .setVMOption("HeapDumpPath", "first");
    ((NotificationEmitter) ManagementFactory.getMemoryMXBean())
        .addNotificationListener((notification, handback) -> {}, null, null);
  }

  private static List<String> managementResidue(TestSlot slot) {
    return slot.residue().stream()
        .filter(found -> found.kind().equals("management"))
        .map(Residue::where)
        .toList();
  }
}
