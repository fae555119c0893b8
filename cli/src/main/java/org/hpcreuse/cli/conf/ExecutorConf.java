/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.conf;

import java.nio.file.Path;
import java.util.Map;
import org.hpcreuse.cli.plan.ClusterPlan;
import org.hpcreuse.cli.plan.MpiInstallation;

/** Which executor a cluster's NodeManagers have, and the properties that it reads. */
public final class ExecutorConf {
  private static final String SPAWN = "org.hpcreuse.spawn.nodemanager.SpawnContainerExecutor";

  private ExecutorConf() {}

  /**
   * The properties of a mode; none with the stock executor.
   *
   * @param mpi the Open MPI whose processes spawned containers are
   * @param socketDir a node-local directory that only its owner may enter
   */
  public static Map<String, String> of(ClusterPlan plan, MpiInstallation mpi, Path socketDir) {
    return switch (plan.mode()) {
      case FORK -> Map.of();
      case REUSE -> SlotResources.executor(plan.poolDir());
      case SPAWN ->
          Map.of(
              "yarn.nodemanager.container-executor.class",
              SPAWN,
              "hpc-reuse.spawn.socket",
              socketDir.resolve("spawn.sock").toString(),
              "hpc-reuse.spawn.class-path",
              plan.libDir().resolve("spawn-baseline.jar") + ":" + mpi.jar(),
              "hpc-reuse.spawn.library-path",
              mpi.libraryPath());
    };
  }
}
