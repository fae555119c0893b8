/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm;

import java.util.ArrayList;
import java.util.List;
import org.hpcreuse.cleanup.JvmBaseline;
import org.hpcreuse.cleanup.ReleaseStep;
import org.hpcreuse.cleanup.readonce.ReadOnceState;

/** The steps for state of the JDK, in order. */
public final class JvmSteps {
  private JvmSteps() {}

  /** What a JVM does when it exits in order. */
  public static List<ReleaseStep> atExit() {
    return List.of(new RunShutdownHooks(), new DeleteFiles());
  }

  /** What cuts the container off from the outside, after the framework's own orderly end. */
  public static List<ReleaseStep> cutOff() {
    return List.of(new OpenResources());
  }

  /** The end of what can act: the container's threads, its tasks in shared ones, its children. */
  public static List<ReleaseStep> threads() {
    List<EndsActors> actors =
        List.of(
            new ContainerThreads(SharedThreads::contains),
            new CommonPool(),
            new DelayedFutures(),
            new ChildProcesses(),
            new ProcessFutures());
    List<ReleaseStep> steps = new ArrayList<>(actors);
    steps.add(new StartedMeanwhile(actors));
    return steps;
  }

  /** The end of the threads that the framework has started, its static ones included. */
  public static List<ReleaseStep> frameworkThreads() {
    return List.of(
        new ContainerThreads(SharedThreads::isJdks), new CommonPool(), new DelayedFutures());
  }

  /**
   * The rest. Context loaders come after all that may use them; the time zone after the properties
   * that it is made from; what is read once comes last, since the other steps use the JDK; the
   * beans, which make a server for themselves, before the list of servers.
   */
  public static List<ReleaseStep> globals() {
    return List.of(
        new ShutdownHooks(),
        new DeleteOnExitFiles(),
        new UncaughtExceptions(),
        new StandardStreams(),
        new SystemProperties(),
        new Locales(),
        new DefaultTimeZone(),
        new PasswordSource(),
        new Proxies(),
        new Cookies(),
        new HttpCache(),
        new UrlHandlers(),
        new SecurityProviders(),
        new ProviderEntries(),
        new SecurityProperties(),
        new SignalHandlers(),
        new ManagementSwitches(),
        new ManagementModes(),
        new ArchiveFileSystems(),
        new JavaLogging(),
        new JavaLogHandlers(),
        new JavaLogListeners(),
        new JavaLoggingProperties(),
        new ManagedBeans(),
        new BeanListeners(),
        new ThreadTraits(),
        new CommonPoolSize(),
        new AssertionStatus(),
        new PreferenceTrees(),
        new JdkDefaults(),
        new JdkCaches(),
        new JarConnections(),
        new JdbcDrivers(),
        new ResourceBundles(),
        new ContextLoaders(),
        new ReadOnceState());
  }

  /**
   * Puts back what a container's finalizers, which run when its objects are collected, long after
   * its release, can do with little more than a line: properties.
   */
  public static void afterCollection(JvmBaseline baseline) {
    SystemProperties step = new SystemProperties();
    step.restore(baseline.before(step));
  }
}
