/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.hpcreuse.cli.conf.ClientPool;
import org.hpcreuse.cli.conf.ClusterConf;
import org.hpcreuse.cli.conf.ExecutorConf;
import org.hpcreuse.cli.conf.PoolDirectory;
import org.hpcreuse.cli.plan.AutomaticSlots;
import org.hpcreuse.cli.plan.AvailableMemory;
import org.hpcreuse.cli.plan.ClusterFiles;
import org.hpcreuse.cli.plan.ClusterNodes;
import org.hpcreuse.cli.plan.ClusterPlan;
import org.hpcreuse.cli.plan.ClusterPlan.Mode;
import org.hpcreuse.cli.plan.DaemonHeaps;
import org.hpcreuse.cli.plan.DiskRoom;
import org.hpcreuse.cli.plan.FreePorts;
import org.hpcreuse.cli.plan.MemoryBudget;
import org.hpcreuse.cli.plan.MpiInstallation;
import org.hpcreuse.cli.plan.NodeRole;
import org.hpcreuse.cli.plan.Port;
import org.hpcreuse.cli.plan.ProfileMemory;
import org.hpcreuse.cli.plan.SlotSpec;
import org.hpcreuse.cli.plan.Storage;
import org.hpcreuse.cli.plan.UserNames;
import org.hpcreuse.cli.terminal.Failure;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.option.SlotClass;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Checks what the user asked for and writes every file a cluster is started from. */
@Command(
    name = "cluster-conf",
    hidden = true,
    description = "Write the configuration of a cluster (used by up).",
    mixinStandardHelpOptions = true)
public final class ClusterConfCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Option(names = "--dir", required = true)
  Path dir;

  @Option(names = "--mode", defaultValue = "reuse")
  Mode mode;

  @Option(names = "--slots")
  String slots = Options.SLOTS.defaultText();

  @Option(names = "--spares")
  String spares = Options.SPARES.defaultText();

  @Option(names = "--daemon-heaps", defaultValue = "")
  String daemonHeaps;

  /** Of a cluster on this machine; jobs on several nodes have none. */
  @Option(names = "--client-slots", defaultValue = "1")
  int clientSlots;

  @Option(names = "--mpi")
  String mpi = Options.MPI.defaultText();

  @Option(names = "--heartbeat-ms", defaultValue = "1000")
  int heartbeatMs;

  @Option(names = "--hosts", split = ",")
  List<String> hosts = List.of();

  @Option(names = "--node-dir")
  Path nodeDir;

  @Option(names = "--storage", defaultValue = "hdfs")
  String storage;

  @Option(names = "--cores", defaultValue = "0")
  int cores;

  @Option(names = "--memory-mb", defaultValue = "0")
  long memoryMb;

  /** The number of the scheduler's job; without one ports are chosen at random. */
  @Option(names = "--job")
  Long job;

  /** Files with ports that are in use on other nodes, hexadecimal, one a line. */
  @Option(names = "--busy-ports")
  List<Path> busyPorts = List.of();

  @Option(names = "--conf")
  Map<String, String> additions = new LinkedHashMap<>();

  /** Print what memory the cluster needs, and write nothing. */
  @Option(names = "--memory")
  boolean memoryOnly;

  @Option(names = "--hadoop-home", required = true)
  Path hadoopHome;

  @Option(names = "--client-hadoop-home")
  Path clientHadoopHome;

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

  /** What is asked of the disk that a NodeManager on this machine will use. */
  interface Disk {
    void require(Path dir) throws IOException, Failure;
  }

  Disk disk = DiskRoom::require;

  @Override
  public Integer call() throws IOException, Failure {
    ClusterPlan plan = plan();
    MpiInstallation installation = new MpiInstallation(mpiJar, mpiLibraryPath, mpirun);
    PoolDirectory pool = new PoolDirectory(plan, installation, socketDir);
    ClientPool clients = clientPool(plan, pool);
    long availableMb = availableMb();
    MemoryBudget budget =
        MemoryBudget.of(
            plan.mode(), plan.slots(), plan.spares(), plan.daemonHeaps().on(NodeRole.HEAD));
    if (plan.mode() == Mode.REUSE) {
      ProfileMemory.add(
          budget, plan.slots(), plan.spares(), pool.settings(), plan.dir().resolve("pool"));
    }
    budget.addClientSlots(clients.slots(), ClientPool.HEAP_MB);
    if (memoryOnly) {
      spec.commandLine()
          .getOut()
          .printf(
              "{\"needsMb\":%d,\"idleMb\":%d,\"availableMb\":%d}%n",
              budget.totalMb(), budget.idleMb(), availableMb);
      return ExitCodes.OK;
    }
    Files.createDirectories(plan.dir());
    if (plan.nodes().isLocal()) {
      // Of several nodes each looks at its own disk; this one may be a shared file system.
      disk.require(plan.dir());
    }
    budget.requireAtMost(availableMb);
    if (plan.nodes().isLocal()) {
      pool.leaveToForks(budget.forkHeadroomMb(availableMb));
    }
    Map<String, String> executor = ExecutorConf.of(plan, installation, socketDir);
    new ClusterConf(plan, UserNames.current(), executor).write();
    new ClusterFiles(plan).write();
    if (plan.mode() == Mode.REUSE) {
      pool.write();
    } else {
      pool.remove();
    }
    clients.write();
    return ExitCodes.OK;
  }

  /** Only in reuse mode: the others are what a site without slots has. */
  private ClientPool clientPool(ClusterPlan plan, PoolDirectory pool) {
    boolean wanted = plan.mode() == Mode.REUSE && plan.nodes().isLocal();
    return new ClientPool(plan.dir(), pool, wanted ? clientSlots : 0, socketDir);
  }

  private ClusterPlan plan() throws IOException, Failure {
    Path absolute = dir.toAbsolutePath().normalize();
    for (Path path : List.of(absolute, hadoopHome, javaHome, libDir)) {
      ClusterFiles.requirePlain(path);
    }
    if (heartbeatMs < 1 || heartbeatMs > 60_000) {
      throw new IllegalArgumentException(
          "--heartbeat-ms " + heartbeatMs + ": must be from 1 to 60000");
    }
    ClusterNodes nodes =
        hosts.isEmpty()
            ? ClusterNodes.local(absolute)
            : new ClusterNodes(hosts, nodeDir.toAbsolutePath().normalize());
    ClusterFiles.requirePlain(nodes.dir());
    String wantedMpi = Options.MPI.parse(mpi);
    if (mode == Mode.SPAWN && wantedMpi.equals("none")) {
      throw new IllegalArgumentException("--mode spawn --mpi none: MPI starts the containers");
    }
    int kept = Options.SPARES.parse(spares).intValue();
    DaemonHeaps heaps = DaemonHeaps.parse(daemonHeaps);
    return new ClusterPlan(
        absolute,
        nodes,
        Storage.parse(storage),
        mode,
        slots(kept, heaps.on(NodeRole.HEAD)),
        kept,
        heaps,
        wantedMpi,
        heartbeatMs,
        hadoopHome,
        clientHadoopHome == null ? hadoopHome : clientHadoopHome,
        javaHome,
        libDir,
        ports(nodes.head()),
        additions);
  }

  private Map<Port, Integer> ports(String head) throws IOException, Failure {
    Set<Integer> busy = new HashSet<>();
    for (Path file : busyPorts) {
      Files.readAllLines(file).forEach(line -> busy.add(Integer.parseInt(line.strip(), 16)));
    }
    FreePorts free = new FreePorts(new SecureRandom(), head, busy);
    return job == null ? free.choose() : free.choose(job);
  }

  private List<SlotClass> slots(int kept, DaemonHeaps daemons) throws IOException, Failure {
    if (!slots.equals(AutomaticSlots.NAME)) {
      return SlotSpec.parse(slots);
    }
    int processors = cores > 0 ? cores : Runtime.getRuntime().availableProcessors();
    return AutomaticSlots.of(processors, availableMb(), kept, daemons);
  }

  private long availableMb() throws IOException {
    return new AvailableMemory(Path.of("/")).megabytesWithin(memoryMb);
  }
}
