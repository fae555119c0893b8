/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.hpcreuse.cli.conf.NodePool;
import org.hpcreuse.cli.conf.SiteChanges;
import org.hpcreuse.cli.plan.MemoryBudget;
import org.hpcreuse.cli.plan.MpiInstallation;
import org.hpcreuse.cli.plan.SlotSpec;
import org.hpcreuse.cli.terminal.Failure;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.option.SlotClass;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prepares a pool for a NodeManager that the site runs itself. */
@Command(
    name = "pool-conf",
    description =
        "Write the configuration of a pool for a NodeManager of your own, and print what to add to"
            + " Hadoop's files. «hpc-reuse pool DIR» then starts the pool.",
    mixinStandardHelpOptions = true)
public final class PoolConfCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Parameters(
      paramLabel = "DIR",
      description = "Directory on a disk of the node; made when it is missing.")
  Path dir;

  @Option(
      names = "--hadoop-home",
      required = true,
      paramLabel = "H",
      description = "The node's Hadoop.")
  Path hadoopHome;

  @Option(
      names = "--conf-dir",
      required = true,
      paramLabel = "C",
      description = "Its HADOOP_CONF_DIR.")
  Path confDir;

  @Option(
      names = "--slots",
      paramLabel = "S",
      description = "Number of slots, or COUNTxHEAP_MB,… (default: ${DEFAULT-VALUE}).")
  String slots = Options.SLOTS.defaultText();

  @Option(
      names = "--spares",
      paramLabel = "N",
      description = "Slot processes that replace others (default: ${DEFAULT-VALUE}).")
  String spares = Options.SPARES.defaultText();

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "How many nodes of the cluster have such a pool; the share of ApplicationMasters depends"
              + " on it (default: ${DEFAULT-VALUE}).")
  int nodes;

  @Option(
      names = "--mpi",
      paramLabel = "V",
      defaultValue = "none",
      description =
          "4.1: the slots are ranks of the node's Open MPI; none: they are plain processes"
              + " (default: ${DEFAULT-VALUE}).")
  String mpi;

  @Option(
      names = "--java-home",
      paramLabel = "J",
      description = "The JDK of the NodeManager (default: ${DEFAULT-VALUE}).")
  Path javaHome = Path.of(System.getProperty("java.home"));

  @Option(names = "--lib-dir", required = true, hidden = true)
  Path libDir;

  @Option(names = "--image", defaultValue = "", hidden = true)
  String image;

  @Option(names = "--mpi-jar", defaultValue = "", hidden = true)
  String mpiJar;

  @Option(names = "--mpi-library-path", defaultValue = "", hidden = true)
  String mpiLibraryPath;

  @Option(names = "--mpirun", defaultValue = "", hidden = true)
  String mpirun;

  @Override
  public Integer call() throws IOException, Failure {
    if (nodes < 1) {
      throw new IllegalArgumentException("--nodes " + nodes + ": must be at least 1");
    }
    List<SlotClass> classes = SlotSpec.parse(slots);
    int kept = Options.SPARES.parse(spares).intValue();
    NodePool pool =
        new NodePool(
            dir.toAbsolutePath().normalize(),
            classes,
            kept,
            Options.MPI.parse(mpi),
            new MpiInstallation(mpiJar, mpiLibraryPath, mpirun),
            javaHome.toAbsolutePath(),
            libDir,
            image,
            hadoopHome.toAbsolutePath(),
            confDir.toAbsolutePath());
    pool.write();
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        "Written: %s%nThe pool may need %d MiB of memory.%n%n",
        pool.file(), MemoryBudget.ofPool(classes, kept).totalMb());
    out.print(
        "Set these properties in Hadoop's files, and add the jar to the NodeManager's class path:\n");
    out.printf(
        "export HADOOP_CLASSPATH=%s${HADOOP_CLASSPATH:+:$HADOOP_CLASSPATH}%n%n",
        libDir.resolve("nm-executor-plugin.jar"));
    out.print(new SiteChanges(classes, pool.poolDir(), nodes).render());
    out.printf("Start the pool with bin/hpc-reuse:%nhpc-reuse pool %s%n", pool.dir());
    out.flush();
    return ExitCodes.OK;
  }
}
