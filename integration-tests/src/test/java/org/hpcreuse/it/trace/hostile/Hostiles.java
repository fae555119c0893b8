/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.trace.hostile;

import java.util.List;
import java.util.Set;
import org.hpcreuse.it.program.hostile.AbusesExit.*;
import org.hpcreuse.it.program.hostile.AbusesFiles.*;
import org.hpcreuse.it.program.hostile.AbusesHadoop.*;
import org.hpcreuse.it.program.hostile.AbusesLog4j.*;
import org.hpcreuse.it.program.hostile.AbusesLogging.*;
import org.hpcreuse.it.program.hostile.AbusesManagement.*;
import org.hpcreuse.it.program.hostile.AbusesMemory.*;
import org.hpcreuse.it.program.hostile.AbusesNetwork.*;
import org.hpcreuse.it.program.hostile.AbusesProcess.*;
import org.hpcreuse.it.program.hostile.AbusesSecurity.*;
import org.hpcreuse.it.program.hostile.AbusesSettings.*;
import org.hpcreuse.it.program.hostile.AbusesThreads.*;

/** All hostile containers: what each one spoils, and what takes it away. */
public final class Hostiles {
  private static final List<Hostile> ALL =
      List.of(
          of(SetsProperties.class)
              .without("SystemProperties", "property\\.left\\.behind")
              .hidden("the audit's own collection puts it back"),
          of(SetsLocale.class).without("Locales", "locale\\..*"),
          of(SetsTimeZone.class).without("DefaultTimeZone", "zone\\..*"),
          of(ChangesProviders.class).without("SecurityProviders", "security\\.providers"),
          of(SetsSecurityProperties.class)
              .without("SecurityProperties", "security\\.property\\..*"),
          of(HandlesUncaught.class).without("UncaughtExceptions", "handler\\.uncaught"),
          of(ConfiguresJavaLogging.class)
              .without("JavaLogging", "jul\\..*")
              .without("JavaLoggingProperties", "jul\\..*"),
          of(ChangesLogHandlers.class)
              .without("JavaLogHandlers", "jul\\.logger\\.")
              .without("JavaLogging", "jul\\.(global-parent|logger\\.left\\.behind\\.bundle)"),
          of(ListensToLogConfiguration.class)
              .without("JavaLogListeners", "jul\\.(listeners|level-left)"),
          of(ChangesProviderEntries.class)
              .without("ProviderEntries", "security\\.entries\\.(SUN|SunJCE)"),
          of(ListensToBeans.class).without("BeanListeners", "bean-listeners"),
          of(RenamesThreads.class).without("ThreadTraits", "thread\\..*"),
          of(SetsAssertions.class).without("AssertionStatus", "loader\\.framework-assertions"),
          of(ListensToPreferences.class)
              .withoutAny(
                  Set.of("PreferenceTrees", "ReadOnceState", "ReadOnceState.forget"),
                  "preferences"),
          of(SetsNetDefaults.class)
              .without("PasswordSource", "handler\\.authenticator")
              .without("Cookies", "handler\\.cookie")
              .without("Proxies", "handler\\.proxy")
              .without("HttpCache", "handler\\.response-cache"),
          of(SetsUrlFactory.class).without("UrlHandlers", "handler\\.url-factory"),
          of(SetsConnectionDefaults.class).without("JdkDefaults", "connection\\..*"),
          of(SetsTlsDefaults.class)
              .without("JdkDefaults", "security\\.tls")
              .withoutAny(
                  Set.of("ReadOnceState", "ReadOnceState.forget"),
                  "connection\\.(verifier|ssl-factory)"),
          of(SetsReadOnce.class)
              .withoutAny(Set.of("ReadOnceState", "ReadOnceState.forget"), "read-once\\..*"),
          of(SetsNaming.class)
              .withoutAny(Set.of("ReadOnceState", "ReadOnceState.forget"), "handler\\.naming\\..*"),
          of(SetsSocketFactories.class).without("JdkDefaults", "handler\\.rmi-factory"),
          of(HandlesProtocol.class).without("JdkCaches", "handler\\.left"),
          of(RegistersBeans.class).without("ManagedBeans", "bean\\.left\\.behind.*"),
          of(RegistersDriver.class)
              .without("JdbcDrivers", "jdbc\\.registered")
              .without("JdkDefaults", "jdbc\\.(timeout|log)"),
          of(RegistersEditors.class).without("BeanContexts.forgetOwn", "editors\\..*"),
          of(FillsBundles.class).without("ResourceBundles", "bundles"),
          of(IgnoresInterrupts.class)
              .withoutAny(
                  Set.of("ContainerThreads", "StartedMeanwhile"), "thread\\.main/left-behind"),
          of(PollsForEver.class)
              .withoutAny(
                  Set.of("ContainerThreads", "StartedMeanwhile"), "thread\\.main/left-behind"),
          of(SelectsForEver.class)
              .withoutAny(
                  Set.of("ContainerThreads", "StartedMeanwhile"), "thread\\.main/left-behind"),
          of(StartsTimers.class)
              .withoutAny(
                  Set.of("ContainerThreads", "StartedMeanwhile"), "thread\\.main/left-behind"),
          of(FillsCommonPool.class)
              .withoutAny(
                  Set.of("CommonPool", "StartedMeanwhile"),
                  "thread\\.main/(ForkJoinPool.*|left-behind)")
              .hidden("the common pool's workers may stay, and end when they have nothing to do"),
          of(ShrinksCommonPool.class).from(19).without("CommonPoolSize", "common-pool"),
          of(LeavesVirtualThreads.class)
              .from(21)
              .unseen("a program cannot list them; VirtualThreadsTest has the slot audited"),
          of(LeavesVirtualPools.class)
              .from(21)
              .unseen("a program cannot list them; VirtualThreadsTest has the slot audited"),
          of(WidensScheduler.class).from(24).without("VirtualScheduler", "virtual-threads-at-once"),
          of(MarksCarriers.class)
              .from(21)
              .withoutAny(Set.of("Carriers", "StartedMeanwhile"), "virtual-thread-carrier"),
          of(TurnsSharedThreads.class)
              .without("ContextLoaders", "thread\\..*")
              .hidden("shared threads are looked at for names, priorities and handlers"),
          of(LimitsThreadGroup.class)
              .without("SlotThreads.reset", "main\\.group-priority")
              .hidden("groups of threads are not looked at; the slot sets its own"),
          of(ClosesStreams.class)
              .without("ContainerStreams.renewJavaStreams", "stream\\..*")
              .hidden("closed streams are the same objects"),
          of(ReplacesStreams.class)
              .withoutAny(
                  Set.of("StandardStreams", "ContainerStreams.renewJavaStreams"), "stream\\.err"),
          of(ClosesDescriptors.class)
              .withoutAny(
                  Set.of("StandardStreams.redirect", "StandardStreams.redirectToLog"),
                  "stream\\.2|failed\\.StreamSight")
              .hidden("the slot opens its log there again"),
          of(ConfiguresLog4j.class)
              .without("Log4jLogging", "log4j\\..*")
              .hidden("a rule leaves loggers to the step that was left out"),
          of(ReplacesLogRepository.class)
              .without("Log4jLogging", "log4j\\..*")
              .hidden("a rule leaves loggers to the step that was left out"),
          of(LeavesHooks.class)
              .without("ShutdownHooks", "exit\\.hooks")
              .withoutAny(Set.of("ResetShutdownHookManager", "RestoreStatics"), "hadoop\\.hooks"),
          of(DeletesOnExit.class).without("DeleteOnExitFiles", "exit\\.files"),
          of(LeavesChildren.class)
              .withoutAny(
                  Set.of("ChildProcesses", "ProcessFutures", "StartedMeanwhile"),
                  "process\\.children"),
          of(SetsEnvironmentNatively.class)
              .without("ProcessEnvironmentView.replace", "env\\.native\\.LEFT_BEHIND"),
          of(ChangesDirectoryNatively.class).without("WorkingDirectory.change", "cwd\\.kernel"),
          of(SetsUmask.class).without("FileModeMask.restore", "process\\.Umask"),
          of(HandlesSignals.class)
              .without("SignalHandlers", "signal\\..*")
              .without("SignalDispositions.restore", "process\\.SigCgt"),
          of(ChangesDispositions.class).without("SignalDispositions.restore", "process\\.Sig.*"),
          of(LowersLimits.class).without("ResourceLimits.restore", "process\\.limit\\..*"),
          of(BindsThreads.class).without("Scheduling.restore", "process\\.(Cpus.*|processors)"),
          of(ArmsTimers.class).without("Timers.restore", "process\\.timers"),
          of(ChangesCLocale.class).without("CLocale.restore", "process\\.locale"),
          of(RaisesOomScore.class).without("OomScore.restore", "process\\.oom"),
          of(RenamesProcess.class).without("ProcessName.restore", "process\\.name"),
          of(ExhaustsHeap.class)
              .unseen("what it has filled is garbage when it is over; the slot goes on"),
          of(LeavesCleaners.class)
              .unseen("they run when its objects are collected, which it has done itself"),
          of(CachesChildClass.class)
              .withoutAny(Set.of("ConfigurationClasses", "RestoreStatics"), "hadoop\\.class-caches")
              .without("RestoreStatics", "static\\..*CONSTRUCTOR_CACHE"),
          of(OwnsFileSystem.class).without("RestoreStatics", "hadoop\\.statistics"),
          of(ConnectsBySelector.class)
              .withoutAny(Set.of("SocketSelectors", "RestoreStatics"), "hadoop\\.selectors"),
          of(StartsMetrics.class)
              .withoutAny(
                  Set.of("MetricsSystem", "RestoreStatics", "ManagedBeans"), "bean\\.Hadoop.*"),
          of(ChangesUser.class).without("RestoreStatics", "user\\..*"),
          of(AddsDefaultResource.class).without("RestoreStatics", "configuration\\.resources"),
          of(DefinesKeys.class).without("RestoreStatics", "hadoop\\.comparator"),
          of(PoolsCodecs.class)
              .unseen("the look for unknown state finds it and collects, which takes it away"),
          of(AllocatesDirectories.class)
              .without("RestoreStatics", "static\\..*LocalDirAllocator.*"),
          of(LimitsCounters.class).without("RestoreStatics", "hadoop\\.counters"),
          of(DefinesResourceTypes.class).without("RestoreStatics", "hadoop\\.resources"),
          of(FiltersServlets.class).without("RestoreStatics", "hadoop\\.servlets"),
          of(ChangesJobSettings.class).without("RestoreStatics", "static\\..*SecurityUtil.*"),
          of(OverwritesSingletons.class)
              .without(
                  "RestoreStatics",
                  "static\\..*(GROUPS|UserGroupInformation\\.conf|hostToResolved)"),
          of(UsesPreferences.class).without("ShutdownHooks", "exit\\.hooks"),
          of(InterruptsMain.class).inSameThread("main\\.interrupted"),
          of(LeavesFilesOpen.class).without("OpenResources", "fd\\..*"),
          of(LeavesArchivesOpen.class)
              .unseen("the look for unknown state finds them and collects, which closes them"),
          of(SwitchesManagement.class)
              .without("ManagementSwitches", "memory\\.(verbose|thresholds)")
              .without("ManagementModes", "threads\\.(contention|allocated)"),
          of(GuardsProcess.class).without("SlotHooks.beforeSecurityManager", "security\\.manager"));

  private Hostiles() {}

  public static List<Hostile> all() {
    return ALL;
  }

  private static Hostile of(Class<?> program) {
    return Hostile.of(program);
  }
}
