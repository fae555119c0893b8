/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.spawn.nodemanager;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.Shell;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.DefaultContainerExecutor;
import org.hpcreuse.spawn.rank.LaunchRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * MPI-Spawn YARN of the paper: a resident MPI rank starts each container's process by
 * MPI_Comm_spawn. Scripts, files, signals and exit statuses are those of the stock executor; only
 * the process that runs the scripts has another parent. A container whose command is no plain java
 * command cannot take part in MPI, and is forked as usual.
 */
public final class SpawnContainerExecutor extends DefaultContainerExecutor {
  /**
   * Where ranks connect: the path of a Unix socket in a directory that only its owner may enter.
   */
  static final String SOCKET = "hpc-reuse.spawn.socket";

  /** What a container's JVM needs on its class path: this jar and mpi.jar. */
  static final String CLASS_PATH = "hpc-reuse.spawn.class-path";

  /** The directory of libmpi_java.so. */
  static final String LIBRARY_PATH = "hpc-reuse.spawn.library-path";

  private static final Logger LOG = LoggerFactory.getLogger(SpawnContainerExecutor.class);

  private FreeRanks ranks;

  @Override
  public void init(Context context) throws IOException {
    String socket = getConf().get(SOCKET);
    if (socket == null) {
      throw new IOException(SOCKET + " is not set; «hpc-reuse up --mode spawn» writes it");
    }
    super.init(context);
    ranks = FreeRanks.listen(java.nio.file.Path.of(socket));
  }

  @Override
  public void stop() {
    if (ranks != null) {
      ranks.close();
    }
    super.stop();
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
    Optional<List<String>> mpiCommand = MpiLaunch.command(command);
    super.writeLaunchEnv(
        out,
        mpiCommand.isPresent() ? mpiEnvironment(environment) : environment,
        resources,
        mpiCommand.orElse(command),
        logDir,
        user,
        outFilename,
        nmVars);
  }

  private Map<String, String> mpiEnvironment(Map<String, String> environment) {
    return MpiLaunch.environment(
        environment, getConf().get(CLASS_PATH), getConf().get(LIBRARY_PATH), System.getenv());
  }

  @Override
  protected Shell.CommandExecutor buildCommandExecutor(
      String wrapperScript,
      String containerId,
      String user,
      Path pidFile,
      Resource resource,
      File workDir,
      Map<String, String> environment,
      String[] numaCommands) {
    if (!MpiLaunch.isIn(workDir.toPath())) {
      LOG.warn("{} is forked: its command is no plain «java … CLASS …»", containerId);
      return super.buildCommandExecutor(
          wrapperScript, containerId, user, pidFile, resource, workDir, environment, numaCommands);
    }
    List<String> command = new ArrayList<>();
    if (numaCommands != null) {
      command.addAll(List.of(numaCommands));
    }
    command.addAll(
        List.of(getRunCommand(wrapperScript, containerId, user, pidFile, getConf(), resource)));
    ContainerId id = ContainerId.fromString(containerId);
    return new SpawnedCommand(
        ranks,
        new LaunchRequest(workDir.getPath(), command),
        java.nio.file.Path.of(pidFile.toUri().getPath()),
        () -> isContainerActive(id),
        SpawnedCommand.Limits.USUAL);
  }
}
