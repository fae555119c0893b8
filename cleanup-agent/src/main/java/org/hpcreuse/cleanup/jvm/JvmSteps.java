/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm;

import java.util.List;
import org.hpcreuse.cleanup.ReleaseStep;

/** The steps for state of the JDK, in order. */
public final class JvmSteps {
  private JvmSteps() {}

  /** What a JVM does when it exits in order. */
  public static List<ReleaseStep> atExit() {
    return List.of(new RunShutdownHooks(), new DeleteFiles());
  }

  /** The end of what can act: the container's threads, its tasks in shared ones, its children. */
  public static List<ReleaseStep> threads() {
    return List.of(
        new ContainerThreads(SharedThreads::contains), new CommonPool(), new ChildProcesses());
  }

  /** The end of the threads that the framework has started, its static ones included. */
  public static List<ReleaseStep> frameworkThreads() {
    return List.of(new ContainerThreads(SharedThreads::isJdks), new CommonPool());
  }

  /**
   * The rest. Context loaders come after all that may use them; the time zone after the properties
   * that it is made from.
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
        new SecurityProperties(),
        new JavaLogging(),
        new ManagedBeans(),
        new JdbcDrivers(),
        new ResourceBundles(),
        new ContextLoaders());
  }
}
