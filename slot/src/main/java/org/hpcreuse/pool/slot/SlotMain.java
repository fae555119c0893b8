/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import java.io.Closeable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.hpcreuse.cleanup.agent.Agent;
import org.hpcreuse.cleanup.boot.SlotHooks;
import org.hpcreuse.cleanup.initializer.ReadOnceState;
import org.hpcreuse.cleanup.jvm.process.Children;
import org.hpcreuse.cleanup.jvm.registries.FirstCallers;
import org.hpcreuse.cleanup.jvm.threads.DelayedFutures;
import org.hpcreuse.hadoop.OwnProcesses;
import org.hpcreuse.pool.slot.container.ChildReaper;
import org.hpcreuse.pool.slot.container.ContainerProcess;
import org.hpcreuse.pool.slot.context.ClientCommands;
import org.hpcreuse.pool.slot.context.ProcessContext;
import org.hpcreuse.pool.slot.extension.ChildOfManager;
import org.hpcreuse.pool.slot.extension.ContainerLoaders;
import org.hpcreuse.pool.slot.extension.FreshLoaders;
import org.hpcreuse.pool.slot.extension.PoolMembership;
import org.hpcreuse.pool.slot.framework.FrameworkClassPath;
import org.hpcreuse.pool.slot.framework.FrameworkImage;
import org.hpcreuse.pool.slot.framework.FrameworkSupply;
import org.hpcreuse.pool.slot.framework.LoadingTurn;
import org.hpcreuse.pool.slot.memory.CompilerThreads;
import org.hpcreuse.pool.slot.memory.HeapReturn;
import org.hpcreuse.pool.slot.memory.LoaderWatch;
import org.hpcreuse.pool.slot.memory.OutOfMemoryCall;
import org.hpcreuse.pool.slot.memory.OutOfMemoryMark;
import org.hpcreuse.pool.slot.process.DiagnosisSocket;
import org.hpcreuse.pool.slot.process.IdleWork;
import org.hpcreuse.pool.slot.process.OldLogs;
import org.hpcreuse.pool.slot.process.Places;
import org.hpcreuse.pool.slot.process.Processors;
import org.hpcreuse.pool.slot.process.SlotLog;
import org.hpcreuse.pool.slot.process.SlotThreads;
import org.hpcreuse.pool.slot.process.StartCost;
import org.hpcreuse.pool.slot.process.StepLog;
import org.hpcreuse.portaccess.OwnUsersOnly;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.StartupProperties;
import org.hpcreuse.protocol.files.FrameworkFingerprint;
import org.hpcreuse.protocol.files.LearnedClasses;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.files.Telemetry;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.wire.Message;

/**
 * Main class of a slot: {@code SlotMain POOL_DIR HEAP_MB [PROCESS]}. With a process it runs without
 * MPI; without one it is an MPI rank, and that is its process.
 */
public final class SlotMain {
  private SlotMain() {}

  /** Runs the slot until the pool manager says {@link Message.Leave} or is gone. */
  public static void main(String[] args) {
    if (args.length < 2 || args.length > 3) {
      System.err.println("usage: SlotMain POOL_DIR HEAP_MB [PROCESS]");
      Runtime.getRuntime().halt(ExitCodes.USAGE);
    }
    // Threads of native code that attach themselves get into the group of the JVM's first thread.
    // So they are a container's, and not the slot's.
    ThreadGroup system = Thread.currentThread().getThreadGroup().getParent();
    new Thread(new ThreadGroup(system, "slot"), () -> run(args), "slot-main").start();
  }

  private static void run(String... args) {
    try {
      PoolFiles files = PoolFiles.open(Path.of(args[0]));
      Optional<PoolMembership.Provider> mpi = mpi(files);
      PoolMembership membership =
          args.length == 3
              ? new ChildOfManager(Integer.parseInt(args[2]))
              : mpi.orElseThrow(
                      () ->
                          new IllegalStateException(
                              "a slot that gets no number is a rank of MPI, and "
                                  + Options.MPI_JAR.key()
                                  + " is not set"))
                  .join();
      serve(files, Integer.parseInt(args[1]), membership);
    } catch (Throwable e) {
      try {
        System.err.println("slot does not start, or ends: " + e);
        e.printStackTrace();
      } finally {
        Runtime.getRuntime().halt(ExitCodes.FAILED);
      }
    }
  }

  /** What the slot can do with MPI; empty when containers do not see the bindings. */
  private static Optional<PoolMembership.Provider> mpi(PoolFiles files) {
    if (files.get(Options.MPI_JAR).isEmpty()) {
      return Optional.empty();
    }
    PoolMembership.Provider provider =
        extension(PoolMembership.Provider.class, Options.MPI_JAR.key(), "slot-mpi.jar");
    Agent.addUnloaded(provider.rewrites());
    return Optional.of(provider);
  }

  private static void serve(PoolFiles files, int heapMb, PoolMembership membership)
      throws IOException, ReflectiveOperationException, InterruptedException {
    String process = membership.number() + "-" + ProcessHandle.current().pid();
    SlotLog log = new SlotLog(files.logs().resolve("slot-" + process + ".log"));
    StartCost cost = new StartCost(log, Telemetry.of(files, "starts-" + process + ".jsonl"));
    cost.note("joined");
    try {
      // Before a file of it is opened: one that is replaced meanwhile must not look like the new
      // one.
      String framework = FrameworkFingerprint.of(files.get(Options.FRAMEWORK_CLASSPATH));
      Map<String, String> startup =
          StartupProperties.of(
              System.getProperties(), ManagementFactory.getRuntimeMXBean().getInputArguments());
      ClientCommands clients = new ClientCommands(files, startup, System.getenv(), heapMb);
      SlotParts parts = prepare(files, membership, log, cost, framework, clients);
      SlotLink link =
          SlotLink.open(
              files,
              new Message.SlotHello(
                  membership.number(),
                  heapMb,
                  membership.description(),
                  membership.job(),
                  log.file().toString(),
                  framework,
                  startup),
              Duration.ofMillis(files.get(Options.RECONNECT_MS)),
              log);
      SlotRunner runner = new SlotRunner(parts, link);
      MpiCheckResponder mpiChecks = new MpiCheckResponder(membership, link, log);
      start("slot-mpi", mpiChecks);
      start("slot-memory", () -> parts.outOfMemory().await(runner::outOfMemory));
      start("slot-runner", runner); // takes the state of all threads that stay
      cost.note("ready");
      listen(link, runner, mpiChecks, log);
    } catch (IOException
        | ReflectiveOperationException
        | InterruptedException
        | RuntimeException e) {
      log.warn("slot ends", e);
      ChildReaper.killAll();
      throw e;
    }
  }

  /**
   * Loads the framework and makes all that a slot is made of, before it joins its pool.
   *
   * @param framework the fingerprint of its class path
   */
  public static SlotParts prepare(
      PoolFiles files,
      PoolMembership membership,
      SlotLog log,
      StartCost cost,
      String framework,
      ClientCommands clients)
      throws IOException, ReflectiveOperationException, InterruptedException {
    ChildReaper.takeOrphans();
    OwnProcesses.install(Children::exist);
    SlotThreads threads = SlotThreads.make();
    SlotHooks.install(ContainerProcess.none(threads));
    OwnUsersOnly.logTo(log::info);
    askKernelQuickly(log);
    OldLogs.remove(files.logs(), "slot");
    OldLogs.remove(files.logs(), "releases");
    OldLogs.remove(files.logs(), "starts");
    OldLogs.remove(files.logs(), "training");
    ProcessContext processContext = new ProcessContext(log.file().toString());
    ReadOnceState.begin();
    DelayedFutures.begin();
    FirstCallers.begin();
    Processors processors = Processors.ofThisMachine();
    FrameworkSupply frameworks;
    Closeable turn = LoadingTurn.take(files, membership.number(), processors, log);
    try {
      cost.note("turn to load");
      FrameworkClassPath classPath = FrameworkClassPath.of(files, framework);
      frameworks =
          FrameworkSupply.open(
              classPath,
              LearnedClasses.of(files, framework).read(),
              FrameworkImage.of(files, classPath, log),
              threads,
              log);
    } finally {
      turn.close();
    }
    cost.note("framework loaded");
    if (!Agent.missedByImage().isEmpty()) {
      log.info("rewritten here, and not when the image was made: " + Agent.missedByImage());
    }
    OwnUsersOnly.exempt(new AcceptingCode(() -> frameworks.current().loader()));
    LoaderWatch loaders =
        new LoaderWatch(
            files.get(Options.AUDIT_EVERY).intValue(),
            files.get(Options.LOADER_AUDITS).intValue(),
            CompilerThreads.open());
    ContainerLoaders containerLoaders = containerLoaders(files, frameworks, loaders, log);
    Agent.requireAllRewritten();
    String pid = Long.toString(ProcessHandle.current().pid());
    String process = membership.number() + "-" + pid;
    return new SlotParts(
        log,
        cost,
        new StepLog(Telemetry.of(files, "releases-" + process + ".jsonl")),
        membership,
        frameworks,
        files.get(Options.ISOLATION),
        files.get(Options.UNKNOWN_STATE),
        processContext,
        clients,
        new TrainingLaunch(files, process),
        new IdleWork(Places.of(files.dir(), "idle-work", processors.count()), processors, log),
        loaders,
        containerLoaders,
        new HeapReturn(),
        OutOfMemoryMark.fresh(files.outOfMemory(pid)),
        OutOfMemoryCall.open(files.outOfMemoryCall(pid)),
        threads,
        Duration.ofMillis(files.get(Options.KILL_GRACE_MS)),
        Duration.ofMillis(files.get(Options.RELEASE_TIMEOUT_MS)));
  }

  private static ContainerLoaders containerLoaders(
      PoolFiles files, FrameworkSupply frameworks, LoaderWatch loaders, SlotLog log) {
    Options.Isolation isolation = files.get(Options.ISOLATION);
    if (files.get(Options.USER_CODE) == Options.UserCode.FRESH) {
      return new FreshLoaders(loaders);
    }
    if (isolation != Options.Isolation.SHARED) {
      // A framework that is loaded again, or a JVM that ends, takes the containers' classes along.
      log.info(Options.USER_CODE.key() + " = kept has no effect with isolation " + isolation);
      return new FreshLoaders(loaders);
    }
    return extension(
            ContainerLoaders.Provider.class, Options.USER_CODE.key() + " = kept", "user-code.jar")
        .open(files, () -> frameworks.current().loader(), loaders, log);
  }

  /**
   * The one provider of an extension.
   *
   * @param wish what needs it
   * @param jar where it is
   * @throws IllegalStateException when the slot's class path lacks it
   */
  private static <P> P extension(Class<P> provider, String wish, String jar) {
    return ServiceLoader.load(provider)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    wish
                        + " needs "
                        + jar
                        + ", and the class path lacks it: "
                        + System.getProperty("java.class.path")));
  }

  /** Without the socket, each connection that the slot accepts takes some milliseconds more. */
  private static void askKernelQuickly(SlotLog log) {
    try {
      OwnUsersOnly.askThrough(DiagnosisSocket.open());
    } catch (IOException e) {
      log.warn("owners of connections are looked up in /proc/net/tcp", e);
    }
  }

  private static void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.setUncaughtExceptionHandler(SlotThreads::endSlot);
    thread.start();
  }

  private static void listen(
      SlotLink link, SlotRunner runner, MpiCheckResponder mpiChecks, SlotLog log)
      throws IOException {
    Orders orders = new Orders(runner, mpiChecks, log);
    while (true) {
      link.receive().to(orders);
    }
  }

  /** Passes each order on to who carries it out; none takes long. */
  private record Orders(SlotRunner runner, MpiCheckResponder mpiChecks, SlotLog log)
      implements Message.SlotOrders {
    @Override
    public void run(Message.Run message) {
      runner.submit(message);
    }

    @Override
    public void signal(Message.SignalLease message) {
      runner.signal(message);
    }

    @Override
    public void mpiCheck(Message.MpiCheck message) {
      mpiChecks.submit(message);
    }

    @Override
    public void collect(Message.Collect message) {
      runner.submit(message);
    }

    @Override
    public void train(Message.Train message) {
      runner.submit(message);
    }

    @Override
    public void stopTraining(Message.StopTraining message) {
      runner.stopTraining();
    }

    @Override
    public void audit(Message.Audit message) {
      runner.submit(message);
    }

    @Override
    public void leave(Message.Leave message) {
      log.info("leaving: " + message.reason());
      ChildReaper.killAll();
      // Not exit: MPI_Finalize may hang after other ranks have died, and nothing is left to do.
      Runtime.getRuntime().halt(ExitCodes.OK);
    }
  }
}
