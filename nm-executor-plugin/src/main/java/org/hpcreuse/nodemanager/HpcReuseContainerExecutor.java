/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.VersionInfo;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.ConfigurationException;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.DefaultContainerExecutor;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerDiagnosticsUpdateEvent;
import org.apache.hadoop.yarn.server.nodemanager.executor.ContainerLivenessContext;
import org.apache.hadoop.yarn.server.nodemanager.executor.ContainerReacquisitionContext;
import org.apache.hadoop.yarn.server.nodemanager.executor.ContainerSignalContext;
import org.apache.hadoop.yarn.server.nodemanager.executor.ContainerStartContext;
import org.hpcreuse.nodemanager.command.ShellPath;
import org.hpcreuse.nodemanager.files.LocalFiles;
import org.hpcreuse.nodemanager.files.NoProcessLocalFs;
import org.hpcreuse.nodemanager.launch.Eligibility;
import org.hpcreuse.nodemanager.launch.ExecutorSettings;
import org.hpcreuse.nodemanager.launch.ForkReservation;
import org.hpcreuse.nodemanager.launch.ManagerClient;
import org.hpcreuse.nodemanager.launch.Outcome;
import org.hpcreuse.nodemanager.launch.SlotLauncher;
import org.hpcreuse.nodemanager.metrics.LaunchCounters;
import org.hpcreuse.nodemanager.metrics.LaunchMetrics;
import org.hpcreuse.nodemanager.metrics.LaunchRecord;
import org.hpcreuse.nodemanager.metrics.PhaseLog;
import org.hpcreuse.nodemanager.usage.ContainerModes;
import org.hpcreuse.nodemanager.usage.ContainerModes.Mode;
import org.hpcreuse.nodemanager.usage.SlotBaseline;
import org.hpcreuse.protocol.ContainerSignal;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.FallbackReason;
import org.hpcreuse.protocol.Reason;
import org.hpcreuse.protocol.wire.Message;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs containers in the warm slots of this node's pool, and forks those that cannot or should not
 * go there exactly as {@link DefaultContainerExecutor} does. A site sets it as {@code
 * yarn.nodemanager.container-executor.class}, with {@code hpc-reuse.pool.dir} beside it.
 *
 * <p>What YARN writes into a launch script is taken as it passes by; launchContainer then does what
 * the script would have done, without a process, and stays in the pool manager's conversation until
 * the container is over. It ignores interrupts, as the stock one does in its pipe read: a
 * NodeManager that stops interrupts its launchers, and a container reported as ended then could not
 * be taken up again. Signals go by container id, never by pid.
 */
public final class HpcReuseContainerExecutor extends DefaultContainerExecutor {
  private static final Logger LOG = LoggerFactory.getLogger(HpcReuseContainerExecutor.class);

  static {
    // The constructor of the superclass makes a file context.
    NoProcessLocalFs.install();
  }

  private final LaunchCaptures captures = new LaunchCaptures();
  private final ContainerModes modes = new ContainerModes();
  private final LaunchCounters counters = new LaunchCounters();
  private List<String> whitelist = List.of();
  private ManagerClient pool;
  private SlotLauncher launcher;
  private PhaseLog phases;
  private LaunchMetrics metrics;

  @Override
  public void setConf(Configuration conf) {
    super.setConf(conf);
    if (conf != null) {
      whitelist =
          Arrays.asList(
              conf.get(
                      YarnConfiguration.NM_ENV_WHITELIST,
                      YarnConfiguration.DEFAULT_NM_ENV_WHITELIST)
                  .split(",", -1));
    }
  }

  @Override
  public void init(Context context) throws IOException {
    HadoopVersion.requireSupported(VersionInfo.getVersion());
    super.init(context);
    ExecutorSettings settings = ExecutorSettings.of(getConf());
    pool = new ManagerClient(settings.poolDir());
    try {
      pool.session();
    } catch (IOException e) {
      LOG.warn("no pool yet, fallback is {}: {}", settings.fallback(), e.getMessage());
    }
    String user = Files.getOwner(java.nio.file.Path.of("/proc/self")).getName();
    Eligibility.Node node = new Eligibility.Node(user, System.getenv(), settings.obstacle());
    launcher = new SlotLauncher(settings, node, pool, modes, ShellPath.ask());
    phases = new PhaseLog(pool);
    counters.register();
    metrics = new LaunchMetrics(counters);
    metrics.register();
    setProcessTree(getConf());
    RankAttributesProvider.install(getConf());
    SharedConfiguration.install();
    LOG.info(
        "containers go to the slots of {}; fallback {}", settings.poolDir(), settings.fallback());
  }

  /** The containers monitor reads this after init. */
  private static void setProcessTree(Configuration conf) {
    String key = YarnConfiguration.NM_CONTAINER_MON_PROCESS_TREE;
    String other = conf.get(key);
    if (other == null) {
      conf.setClass(
          key,
          SlotProcessTree.class,
          org.apache.hadoop.yarn.util.ResourceCalculatorProcessTree.class);
    } else if (!other.equals(SlotProcessTree.class.getName())) {
      LOG.warn("{} is {}: containers are charged with all of their slot's memory", key, other);
    }
  }

  @Override
  public void stop() {
    LOG.info("{}", counters);
    if (metrics != null) {
      metrics.unregister();
    }
    closePool();
    super.stop();
  }

  private void closePool() {
    if (pool == null) {
      return;
    }
    try {
      pool.close();
    } catch (IOException e) {
      LOG.warn("a connection to the pool is left open", e);
    }
  }

  @Override
  @SuppressWarnings("NonApiType") // the signature is YARN's
  public void writeLaunchEnv(
      OutputStream out,
      Map<String, String> environment,
      Map<Path, List<String>> resources,
      List<String> command,
      Path logDir,
      String user,
      String outFilename,
      LinkedHashSet<String> nmVars)
      throws IOException {
    try {
      captures.put(environment, resources, command, logDir, nmVars, whitelist, this::getNMEnvVar);
    } catch (RuntimeException e) {
      LOG.warn("a launch is not understood, the container will be forked", e);
    }
    super.writeLaunchEnv(out, environment, resources, command, logDir, user, outFilename, nmVars);
  }

  @Override
  public int launchContainer(ContainerStartContext ctx) throws IOException, ConfigurationException {
    boolean interrupted = Thread.interrupted();
    try {
      return launch(ctx);
    } finally {
      if (!ctx.getContainer().isRetryContextSet()) {
        captures.forget(ctx.getContainer().getContainerId().toString());
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private int launch(ContainerStartContext ctx) throws IOException, ConfigurationException {
    long requestMs = System.currentTimeMillis();
    Container container = ctx.getContainer();
    ContainerId containerId = container.getContainerId();
    String id = containerId.toString();
    Path pidFile = getPidFilePath(containerId);
    if (pidFile == null) {
      LOG.info("{} was marked as inactive before its launch", id);
      return ExitCode.TERMINATED.getExitCode();
    }
    Outcome outcome =
        launcher.launch(
            ctx, captures.find(id), LocalFiles.of(pidFile), () -> !isContainerActive(containerId));
    if (outcome instanceof Outcome.Ended ended) {
      Outcome.Phases p = ended.phases();
      if (p.inSlot()) {
        counters.reused();
      }
      countLost(ended);
      report(container, ended.status(), ended.diagnostics());
      note(
          new LaunchRecord(
              id,
              "reuse",
              "",
              requestMs,
              p.loadMs(),
              p.runningMs(),
              p.endedMs(),
              System.currentTimeMillis(),
              ended.status(),
              p.slot()));
      return ended.status();
    }
    if (outcome instanceof Outcome.Refused refused) {
      counters.refused(refused.reason());
      LOG.warn("{} refused: {}", id, refused.reason());
      report(container, ExitCodes.FAILED, refused.reason().toString());
      return ExitCodes.FAILED;
    }
    modes.leaveSlot(id, LocalFiles.of(pidFile));
    return fork(ctx, ((Outcome.NotRun) outcome).reason(), requestMs);
  }

  private int fork(ContainerStartContext ctx, Reason reason, long requestMs)
      throws IOException, ConfigurationException {
    String id = ctx.getContainer().getContainerId().toString();
    counters.forked(reason);
    LOG.info("{} forked: {}", id, reason);
    ForkReservation reservation =
        ForkReservation.ask(pool, forked(ctx.getContainer(), Optional.of(reason.kind())));
    try {
      long loadMs = System.currentTimeMillis();
      int status = super.launchContainer(ctx);
      long now = System.currentTimeMillis();
      note(
          new LaunchRecord(
              id, "fork", reason.kind().key(), requestMs, loadMs, 0, 0, now, status, -1));
      return status;
    } finally {
      reservation.giveBack();
    }
  }

  /** The container is over: what goes wrong with its figures does not change its status. */
  private void note(LaunchRecord launch) {
    phases.append(launch);
    try {
      metrics.add(launch);
    } catch (RuntimeException e) {
      LOG.warn("{} is missing in the figures", launch.container(), e);
    }
  }

  private void countLost(Outcome.Ended ended) {
    if (ended.lost()) {
      counters.lost();
    }
  }

  private static Message.Fork forked(Container container, Optional<FallbackReason> reason) {
    int memoryMb = (int) container.getResource().getMemorySize();
    return new Message.Fork(container.getContainerId().toString(), reason, memoryMb);
  }

  /** Tells YARN of a bad end in the stock executor's words. */
  private static void report(Container container, int status, String diagnostics) {
    if (status == 0) {
      return;
    }
    ContainerId id = container.getContainerId();
    String text;
    if (status == ExitCodes.KILLED || status == ExitCodes.TERMINATED) {
      text = "Container killed on request. Exit code is " + status;
    } else {
      text =
          "Exception from container-launch.\nContainer id: " + id + "\nExit code: " + status + "\n";
      LOG.warn("Exit code from container {} is : {}", id, status);
    }
    if (!diagnostics.isEmpty()) {
      text = text + "\n" + diagnostics + "\n";
    }
    container.handle(new ContainerDiagnosticsUpdateEvent(id, text));
  }

  @Override
  public void activateContainer(ContainerId containerId, Path pidFile) {
    modes.recall(containerId.toString(), LocalFiles.of(pidFile));
    super.activateContainer(containerId, pidFile);
  }

  @Override
  public boolean signalContainer(ContainerSignalContext ctx) throws IOException {
    String id = ctx.getContainer().getContainerId().toString();
    Optional<Mode> mode = modes.find(id);
    if (mode.isPresent() && mode.get() == Mode.IN_SLOT) {
      return pool.signal(id, ContainerSignal.of(ctx.getSignal().getValue()));
    }
    boolean mustNot =
        mode.isPresent() ? mode.get() == Mode.SLOT_ENDED : SlotBaseline.isSlot(ctx.getPid());
    return !mustNot && super.signalContainer(ctx);
  }

  @Override
  public boolean isContainerAlive(ContainerLivenessContext ctx) throws IOException {
    String id = ctx.getContainer().getContainerId().toString();
    if (modes.isSlotContainer(id)) {
      return pool.signal(id, ContainerSignal.NULL);
    }
    return super.isContainerAlive(ctx);
  }

  @Override
  public int reacquireContainer(ContainerReacquisitionContext ctx)
      throws IOException, InterruptedException {
    String id = ctx.getContainerId().toString();
    Path pidFile = getPidFilePath(ctx.getContainerId());
    if (pidFile == null || !modes.isSlotContainer(id)) {
      ForkReservation reservation =
          ForkReservation.ask(pool, forked(ctx.getContainer(), Optional.empty()));
      try {
        return super.reacquireContainer(ctx);
      } finally {
        reservation.giveBack();
      }
    }
    Outcome.Ended ended =
        launcher.reacquire(
            id,
            Objects.toString(ctx.getContainer().getWorkDir(), ""),
            LocalFiles.of(pidFile),
            () -> !isContainerActive(ctx.getContainerId()));
    counters.reacquired();
    countLost(ended);
    report(ctx.getContainer(), ended.status(), ended.diagnostics());
    return ended.status();
  }

  @Override
  protected void createDir(Path dir, FsPermission mode, boolean parents, String user)
      throws IOException {
    LocalFiles.makeDirectory(LocalFiles.of(dir), mode.toShort(), parents);
  }

  @Override
  protected void copyFile(Path from, Path to, String owner) throws IOException {
    LocalFiles.copy(LocalFiles.of(from), LocalFiles.of(to));
  }

  @Override
  protected void setScriptExecutable(Path script, String owner) throws IOException {
    LocalFiles.setMode(LocalFiles.of(script), TASK_LAUNCH_SCRIPT_PERMISSION.toShort());
  }

  /** The Hadoop versions whose launch scripts and call order this executor knows. */
  private static final class HadoopVersion {
    private static final Pattern SUPPORTED = Pattern.compile("3\\.[45]\\.\\d+.*");

    private HadoopVersion() {}

    /**
     * Refuses other versions.
     *
     * @throws IOException naming the version
     */
    static void requireSupported(String version) throws IOException {
      if (!SUPPORTED.matcher(version).matches()) {
        throw new IOException(
            "HpcReuseContainerExecutor supports Hadoop 3.5 (3.4 is smoke-tested); this is "
                + version);
      }
    }
  }
}
