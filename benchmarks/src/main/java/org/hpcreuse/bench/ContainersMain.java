/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.report.Report;
import org.hpcreuse.bench.samples.RunDirectory;
import org.hpcreuse.bench.samples.RunOptions;
import org.hpcreuse.protocol.ExitCodes;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * A benchmark that runs jobs through two slots until there were enough containers, and looks at
 * what the slots come to. The outputs of all jobs must be equal.
 */
abstract class ContainersMain implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Option(
      names = "--containers",
      paramLabel = "N",
      description = "Containers to run at least (default: ${DEFAULT-VALUE}).")
  int containers;

  @Mixin ClusterOptions cluster = new ClusterOptions();

  @Option(
      names = "--resume",
      paramLabel = "RUN",
      description = "Go on with the run in this directory, in a new pool; its options are kept.")
  Path resume;

  private final BenchName bench;
  private final int containersAJob;
  private final int heartbeatMs;
  private final int forked;

  /**
   * Makes one.
   *
   * @param bench what runs
   * @param containers how many by default
   * @param containersAJob how many a job has
   * @param heartbeatMs NodeManager and ApplicationMaster heartbeats, ms
   * @param forked how many jobs run in fork mode first, to give the output
   */
  ContainersMain(BenchName bench, int containers, int containersAJob, int heartbeatMs, int forked) {
    this.bench = bench;
    this.containers = containers;
    this.containersAJob = containersAJob;
    this.heartbeatMs = heartbeatMs;
    this.forked = forked;
  }

  @Override
  public Integer call() throws Exception {
    Session session = new Session(Home.fromEnvironment(), spec.commandLine().getErr());
    RunOptions reuse = resume == null ? options() : resumed();
    RunDirectory directory = resume == null ? session.begin(reuse) : run();
    if (forked > 0) {
      session.run(directory, reuse.with(Arm.FORK, forked), cluster.dir);
    }
    Report report = session.run(directory, reuse, cluster.dir);
    String summary = report.full();
    PrintWriter out = spec.commandLine().getOut();
    out.print(summary);
    out.flush();
    session.finish(directory, summary);
    boolean good = report.outputsEqual() && report.residue() == 0 && report.lostSlots().isEmpty();
    return good ? ExitCodes.OK : ExitCodes.FAILED;
  }

  private RunOptions options() throws BenchException {
    if (containers < 1) {
      throw new BenchException(
          ExitCodes.USAGE, "--containers " + containers + ": must be 1 or more");
    }
    return RunOptions.of(
        name(),
        (containers + containersAJob - 1) / containersAJob,
        Arm.REUSE,
        1,
        heartbeatMs,
        bench.with(cluster.up));
  }

  private RunOptions resumed() throws IOException, BenchException {
    RunOptions options = Session.resume(run());
    if (!options.bench().equals(name())) {
      throw new BenchException(
          ExitCodes.USAGE,
          resume + " is a run of «bench " + options.bench() + "»: resume it there");
    }
    return options;
  }

  private RunDirectory run() {
    return new RunDirectory(resume.toAbsolutePath().normalize());
  }

  private String name() {
    return bench.name().toLowerCase(Locale.ROOT);
  }
}
