/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.trace;

import java.util.List;
import org.hpcreuse.it.guest.hostile.*;

/** All hostile containers: what each one spoils, and what takes it away. */
final class Hostiles {
  private static final List<Hostile> ALL =
      List.of(
          of(SetsProperties.class, "property\\.left\\.behind", "SystemProperties"),
          of(SetsLocale.class, "locale\\..*", "Locales"),
          of(SetsTimeZone.class, "zone\\..*", "DefaultTimeZone"),
          of(ChangesProviders.class, "security\\.providers", "SecurityProviders"),
          of(SetsSecurityProperties.class, "security\\.property\\..*", "SecurityProperties"),
          of(HandlesUncaught.class, "handler\\.uncaught", "UncaughtExceptions"),
          of(ConfiguresJavaLogging.class, "jul\\..*", "JavaLogging", "JavaLoggingProperties"),
          of(
              SetsNetDefaults.class,
              "handler\\.(authenticator|cookie|proxy|response-cache)",
              "PasswordSource",
              "Cookies",
              "Proxies",
              "HttpCache"),
          of(SetsUrlFactory.class, "handler\\.url-factory", "UrlHandlers"),
          of(SetsConnectionDefaults.class, "connection\\..*", "UrlHandlers", "JdkDefaults"),
          of(SetsTlsDefaults.class, "connection\\.(verifier|ssl-factory)", "JdkDefaults"),
          of(SetsSocketFactories.class, "handler\\.rmi-factory", "JdkDefaults"),
          of(RegistersBeans.class, "bean\\.left\\.behind.*", "ManagedBeans"),
          of(RegistersDriver.class, "jdbc\\..*", "JdbcDrivers"),
          of(RegistersEditors.class, "editors\\..*", "BeanContexts"),
          of(FillsBundles.class, "", "ResourceBundles"),
          of(IgnoresInterrupts.class, "thread\\.main/left-behind", "ContainerThreads"),
          of(StartsTimers.class, "thread\\.main/left-behind", "ContainerThreads", "DelayedFutures"),
          of(FillsCommonPool.class, "thread\\.main/left-behind|thread\\..*", "CommonPool"),
          of(TurnsSharedThreads.class, "thread\\..*", "ContextLoaders"),
          of(LimitsThreadGroup.class, "main\\.group-priority", "SlotThreads"),
          of(ClosesStreams.class, "stream\\..*", "StandardStreams"),
          of(ReplacesStreams.class, "stream\\.err", "StandardStreams"),
          of(ClosesDescriptors.class, "stream\\.2|failed\\.StreamSight", "StandardStreams"),
          of(ConfiguresLog4j.class, "log4j\\.logger\\.root", "Logging"),
          of(LeavesHooks.class, "exit\\.hooks", "ShutdownHooks", "ResetShutdownHookManager"),
          of(DeletesOnExit.class, "exit\\.files", "DeleteOnExitFiles"),
          of(LeavesChildren.class, "process\\.children", "ChildProcesses"),
          of(SetsEnvironmentNatively.class, "env\\.native\\.LEFT_BEHIND", "Surroundings"),
          of(ChangesDirectoryNatively.class, "cwd\\.kernel", "Surroundings"),
          of(SetsUmask.class, "process\\.Umask", "Surroundings"),
          of(HandlesSignals.class, "signal\\..*", "SignalHandlers"),
          of(ExhaustsHeap.class, ""),
          of(LeavesCleaners.class, ""),
          of(CachesChildClass.class, "", "RestoreStatics", "ConfigurationClasses"),
          of(OwnsFileSystem.class, "hadoop\\.cache", "FileSystemCache", "RestoreStatics"),
          of(StartsMetrics.class, "bean\\.Hadoop.*", "MetricsSystem"),
          of(ChangesUser.class, "user\\..*", "RestoreStatics"),
          of(AddsDefaultResource.class, "configuration\\.resources", "RestoreStatics"),
          of(DefinesKeys.class, "hadoop\\.comparator", "RestoreStatics"),
          of(PoolsCodecs.class, "static\\..*CodecPool.*", "Codecs"),
          of(AllocatesDirectories.class, "static\\..*LocalDirAllocator.*", "RestoreStatics"),
          of(LimitsCounters.class, "hadoop\\.counters", "RestoreStatics"),
          of(DefinesResourceTypes.class, "hadoop\\.resources", "RestoreStatics"),
          of(FiltersServlets.class, "", "RestoreStatics"),
          of(ChangesJobSettings.class, "static\\..*SecurityUtil.*", "RestoreStatics"),
          of(OverwritesSingletons.class, "static\\..*", "RestoreStatics"),
          of(UsesPreferences.class, "exit\\.hooks", "JdkCaches"),
          of(InterruptsMain.class, "main\\.interrupted", "ContainerRun"),
          of(GuardsProcess.class, "", "Guest"),
          of(LeavesFilesOpen.class, "fd\\..*", "OpenResources"),
          of(SwitchesManagement.class, "memory\\..*", "ManagementSwitches", "ManagementModes"));

  private Hostiles() {}

  static List<Hostile> all() {
    return ALL;
  }

  private static Hostile of(Class<?> program, String seen, String... remedies) {
    return new Hostile(program, seen, List.of(remedies));
  }
}
