/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup;

import java.util.ArrayList;
import java.util.List;
import org.hpcreuse.cleanup.boot.ReadOnce;
import org.hpcreuse.cleanup.initializer.ReadOnceState;
import org.hpcreuse.cleanup.jvm.process.ChildProcesses;
import org.hpcreuse.cleanup.jvm.process.DeleteFiles;
import org.hpcreuse.cleanup.jvm.process.DeleteOnExitFiles;
import org.hpcreuse.cleanup.jvm.process.ForeignLibraries;
import org.hpcreuse.cleanup.jvm.process.OpenArchives;
import org.hpcreuse.cleanup.jvm.process.OpenResources;
import org.hpcreuse.cleanup.jvm.process.RunShutdownHooks;
import org.hpcreuse.cleanup.jvm.process.ShutdownHooks;
import org.hpcreuse.cleanup.jvm.process.SignalHandlers;
import org.hpcreuse.cleanup.jvm.process.StandardStreams;
import org.hpcreuse.cleanup.jvm.registries.BeanListeners;
import org.hpcreuse.cleanup.jvm.registries.JavaLogHandlers;
import org.hpcreuse.cleanup.jvm.registries.JavaLogListeners;
import org.hpcreuse.cleanup.jvm.registries.JavaLogging;
import org.hpcreuse.cleanup.jvm.registries.JavaLoggingProperties;
import org.hpcreuse.cleanup.jvm.registries.JdbcDrivers;
import org.hpcreuse.cleanup.jvm.registries.JdkCaches;
import org.hpcreuse.cleanup.jvm.registries.LinkedMethodHandles;
import org.hpcreuse.cleanup.jvm.registries.ManagedBeans;
import org.hpcreuse.cleanup.jvm.registries.ManagementModes;
import org.hpcreuse.cleanup.jvm.registries.ManagementSwitches;
import org.hpcreuse.cleanup.jvm.registries.RedirectedLoggers;
import org.hpcreuse.cleanup.jvm.registries.ResourceBundles;
import org.hpcreuse.cleanup.jvm.settings.AssertionStatus;
import org.hpcreuse.cleanup.jvm.settings.Cookies;
import org.hpcreuse.cleanup.jvm.settings.DefaultTimeZone;
import org.hpcreuse.cleanup.jvm.settings.HttpCache;
import org.hpcreuse.cleanup.jvm.settings.JarConnections;
import org.hpcreuse.cleanup.jvm.settings.JdkDefaults;
import org.hpcreuse.cleanup.jvm.settings.Locales;
import org.hpcreuse.cleanup.jvm.settings.PasswordSource;
import org.hpcreuse.cleanup.jvm.settings.PreferenceTrees;
import org.hpcreuse.cleanup.jvm.settings.ProviderEntries;
import org.hpcreuse.cleanup.jvm.settings.Proxies;
import org.hpcreuse.cleanup.jvm.settings.SecurityProperties;
import org.hpcreuse.cleanup.jvm.settings.SecurityProviders;
import org.hpcreuse.cleanup.jvm.settings.SystemProperties;
import org.hpcreuse.cleanup.jvm.settings.UrlHandlers;
import org.hpcreuse.cleanup.jvm.threads.Carriers;
import org.hpcreuse.cleanup.jvm.threads.CommonPool;
import org.hpcreuse.cleanup.jvm.threads.CommonPoolSize;
import org.hpcreuse.cleanup.jvm.threads.ContainerThreads;
import org.hpcreuse.cleanup.jvm.threads.ContextLoaders;
import org.hpcreuse.cleanup.jvm.threads.DelayedFutures;
import org.hpcreuse.cleanup.jvm.threads.EndActors;
import org.hpcreuse.cleanup.jvm.threads.ProcessFutures;
import org.hpcreuse.cleanup.jvm.threads.SharedThreads;
import org.hpcreuse.cleanup.jvm.threads.StartedMeanwhile;
import org.hpcreuse.cleanup.jvm.threads.ThreadTraits;
import org.hpcreuse.cleanup.jvm.threads.UncaughtExceptions;
import org.hpcreuse.cleanup.jvm.threads.VirtualScheduler;
import org.hpcreuse.cleanup.step.ReleaseStep;

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

  /**
   * The end of what can act: the container's threads, its tasks in shared ones, its children.
   *
   * @param whileTheyEnd run again and again until the threads have ended
   */
  public static List<ReleaseStep> threads(List<ReleaseStep> whileTheyEnd) {
    List<ReleaseStep> again = new ArrayList<>(whileTheyEnd);
    again.addAll(cutOff());
    List<EndActors> actors =
        List.of(
            new ContainerThreads(SharedThreads::contains, again),
            new CommonPool(),
            new Carriers(),
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
        new ContainerThreads(SharedThreads::isJdks, cutOff()),
        new CommonPool(),
        new Carriers(),
        new DelayedFutures());
  }

  /**
   * The rest, and again what threads have opened before they ended. Context loaders come after all
   * that may use them; the time zone after the properties that it is made from; what is read once
   * comes last, since the other steps use the JDK; the beans, which make a server for themselves,
   * before the list of servers.
   */
  public static List<ReleaseStep> globals() {
    return List.of(
        new OpenResources(),
        new ShutdownHooks(),
        new DeleteOnExitFiles(),
        new ForeignLibraries(),
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
        new JavaLogging(),
        new JavaLogHandlers(),
        new JavaLogListeners(),
        new JavaLoggingProperties(),
        new RedirectedLoggers(),
        new ManagedBeans(),
        new BeanListeners(),
        new ThreadTraits(),
        new CommonPoolSize(),
        new VirtualScheduler(),
        new AssertionStatus(),
        new PreferenceTrees(),
        new JdkDefaults(),
        new JdkCaches(),
        new JarConnections(),
        new OpenArchives(),
        new JdbcDrivers(),
        new ResourceBundles(),
        new LinkedMethodHandles(),
        new ContextLoaders(),
        new ReadOnceState());
  }

  /**
   * Puts back what finalizers and cleaners of a container's objects, which run when these are
   * collected, long after its release, can do with little more than a line: properties, and what
   * classes read once that they use.
   */
  public static void afterCollection(JvmBaseline baseline) {
    SystemProperties step = new SystemProperties();
    step.restore(baseline.before(step));
    ReadOnce.forget(); // what cannot be is noticed before the next container
  }
}
