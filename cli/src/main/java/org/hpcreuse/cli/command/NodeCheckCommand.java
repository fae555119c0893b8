/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.hpcreuse.cli.plan.AvailableMemory;
import org.hpcreuse.cli.plan.ClusterPlan.Mode;
import org.hpcreuse.cli.plan.DaemonHeaps;
import org.hpcreuse.cli.plan.DiskRoom;
import org.hpcreuse.cli.plan.FreePorts;
import org.hpcreuse.cli.plan.MemoryBudget;
import org.hpcreuse.cli.plan.NodeRole;
import org.hpcreuse.cli.plan.Port;
import org.hpcreuse.cli.plan.ProfileMemory;
import org.hpcreuse.cli.terminal.Failure;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.option.SlotClass;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Checks, on one node of several, what could only be assumed where the plan was made. */
@Command(
    name = "node-check",
    hidden = true,
    description =
        "Check memory, disk and ports of this node, and set what memory is left to forked"
            + " containers (used before daemons are started).",
    mixinStandardHelpOptions = true)
public final class NodeCheckCommand implements Callable<Integer> {
  @Option(names = "--dir", required = true)
  Path dir;

  @Option(names = "--host", required = true)
  String host;

  @Option(names = "--role", required = true)
  NodeRole role;

  @Option(names = "--mode", required = true)
  Mode mode;

  @Option(names = "--slots", required = true)
  String slots;

  @Option(names = "--spares", required = true)
  int spares;

  @Option(names = "--daemon-heaps", required = true)
  String daemonHeaps;

  @Option(names = "--memory-mb", defaultValue = "0")
  long memoryMb;

  @Option(names = "--port", required = true)
  Map<Port, Integer> ports = new EnumMap<>(Port.class);

  @Override
  public Integer call() throws IOException, Failure {
    DiskRoom.require(dir);
    long available = new AvailableMemory(Path.of("/")).megabytesWithin(memoryMb);
    DaemonHeaps daemons = DaemonHeaps.parse(daemonHeaps).on(role);
    List<SlotClass> classes = Options.SLOTS.parse(slots);
    MemoryBudget budget = MemoryBudget.of(mode, classes, spares, daemons);
    if (mode == Mode.REUSE) {
      PoolFiles pool = PoolFiles.open(dir.resolve("pool"));
      ProfileMemory.add(budget, classes, spares, pool.settings(), pool.dir());
    }
    budget.requireAtMost(available);
    for (Port port : role.ports()) {
      if (ports.containsKey(port)) {
        FreePorts.require(host, port, ports.get(port));
      }
    }
    if (mode == Mode.REUSE) {
      leaveToForks(budget.forkHeadroomMb(available));
    }
    return ExitCodes.OK;
  }

  /** Each node has its own amount of memory, and its own copy of the pool's options. */
  private void leaveToForks(long megabytes) throws IOException {
    PoolFiles pool = PoolFiles.open(dir.resolve("pool"));
    String key = Options.FORK_HEADROOM_MB.key();
    if (!pool.settings().containsKey(key)) {
      Files.writeString(
          pool.dir().resolve("pool.properties"),
          key + "=" + megabytes + "\n",
          StandardOpenOption.APPEND);
    }
  }
}
