/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.hpcreuse.cli.ClusterPlan.Mode;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.Options;
import org.hpcreuse.protocol.SlotClass;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Checks what the user asked for and writes every file a cluster is started from. */
@Command(
    name = "cluster-conf",
    hidden = true,
    description = "Write the configuration of a cluster (used by up).",
    mixinStandardHelpOptions = true)
final class ClusterConfCommand implements Callable<Integer> {
  @Option(names = "--dir", required = true)
  Path dir;

  @Option(names = "--mode", defaultValue = "reuse")
  Mode mode;

  @Option(names = "--slots")
  String slots = Options.SLOTS.defaultText();

  @Option(names = "--spares")
  String spares = Options.SPARES.defaultText();

  @Option(names = "--mpi")
  String mpi = Options.MPI.defaultText();

  @Option(names = "--heartbeat-ms", defaultValue = "1000")
  int heartbeatMs;

  @Option(names = "--conf")
  Map<String, String> additions = new LinkedHashMap<>();

  @Option(names = "--hadoop-home", required = true)
  Path hadoopHome;

  @Option(names = "--java-home", required = true)
  Path javaHome;

  @Option(names = "--lib-dir", required = true)
  Path libDir;

  @Option(names = "--socket-dir", required = true)
  Path socketDir;

  @Option(names = "--mpi-jar", defaultValue = "")
  String mpiJar;

  @Option(names = "--mpi-library-path", defaultValue = "")
  String mpiLibraryPath;

  @Option(names = "--mpirun", defaultValue = "")
  String mpirun;

  @Override
  public Integer call() throws IOException, Failure {
    ClusterPlan plan = plan();
    PoolDirectory pool =
        new PoolDirectory(plan, new MpiInstallation(mpiJar, mpiLibraryPath, mpirun), socketDir);
    Files.createDirectories(plan.dir());
    DiskRoom.require(plan.dir());
    promise(plan).requireAtMost(new AvailableMemory(Path.of("/")).megabytes());
    new ClusterConf(plan, UserNames.current()).write();
    new ClusterFiles(plan).write();
    if (plan.mode() == Mode.REUSE) {
      pool.write();
    } else {
      pool.remove();
    }
    return ExitCodes.OK;
  }

  private ClusterPlan plan() throws Failure {
    Path absolute = dir.toAbsolutePath().normalize();
    for (Path path : List.of(absolute, hadoopHome, javaHome, libDir)) {
      ClusterFiles.requirePlain(path);
    }
    if (heartbeatMs < 1 || heartbeatMs > 60_000) {
      throw new IllegalArgumentException(
          "--heartbeat-ms " + heartbeatMs + ": must be from 1 to 60000");
    }
    List<SlotClass> classes = SlotSpec.parse(slots);
    return new ClusterPlan(
        absolute,
        mode,
        classes,
        Options.SPARES.parse(spares).intValue(),
        Options.MPI.parse(mpi),
        heartbeatMs,
        hadoopHome,
        javaHome,
        libDir,
        new FreePorts(new SecureRandom(), ClusterConf.HOST).choose(),
        additions);
  }

  private static MemoryPromise promise(ClusterPlan plan) {
    return plan.mode() == Mode.REUSE
        ? MemoryPromise.forReuse(plan.slots(), plan.spares())
        : MemoryPromise.forFork(plan.slots());
  }
}
