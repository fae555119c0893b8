/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
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
 * A benchmark that runs jobs through few slots until there were enough containers, and looks at
 * what the slots come to. The outputs of all jobs must be equal.
 */
abstract class ContainersMain implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Option(
      names = "--containers",
      paramLabel = "N",
      description =
          "Containers to run at least (default: trace 1000; soak 10000, of Tez 100, of Spark and Flink 150).")
  Integer containers;

  @Mixin ClusterOptions cluster = new ClusterOptions();

  @Option(
      names = "--resume",
      paramLabel = "RUN",
      description = "Go on with the run in this directory, in a new pool; its options are kept.")
  Path resume;

  /**
   * The jobs of a benchmark like this.
   *
   * @param bench what runs
   * @param arm how the slots run it
   * @param containers how many run unless the user says otherwise
   * @param containersAJob how many a job has
   * @param heartbeatMs NodeManager and ApplicationMaster heartbeats, ms
   */
  record Jobs(BenchName bench, Arm arm, int containers, int containersAJob, int heartbeatMs) {}

  /** What the user has asked for. */
  abstract Jobs jobs();

  @Override
  public Integer call() throws Exception {
    Session session = new Session(Home.fromEnvironment(), spec.commandLine().getErr());
    RunOptions reuse = resume == null ? options() : resumed();
    RunDirectory directory = resume == null ? session.begin(reuse) : run();
    if (BenchName.of(reuse).orElseThrow().hasForkedOutput()) {
      session.run(directory, reuse.with(Arm.FORK, 1), cluster.dir);
    }
    Report report = session.run(directory, reuse, cluster.dir);
    String summary = report.full();
    PrintWriter out = spec.commandLine().getOut();
    out.print(summary);
    out.flush();
    session.finish(directory, summary);
    boolean good =
        report.outputsEqual()
            && report.slotsClean()
            && report.lostSlots().isEmpty()
            && report.forked(reuse.arms().get(0)) == 0;
    return good ? ExitCodes.OK : ExitCodes.FAILED;
  }

  private RunOptions options() throws BenchException {
    Jobs jobs = jobs();
    int wanted = containers == null ? jobs.containers() : containers;
    if (wanted < 1) {
      throw new BenchException(ExitCodes.USAGE, "--containers " + wanted + ": must be 1 or more");
    }
    return RunOptions.of(
        jobs.bench().words(),
        (wanted + jobs.containersAJob() - 1) / jobs.containersAJob(),
        jobs.arm(),
        1,
        jobs.heartbeatMs(),
        jobs.bench().with(cluster.up));
  }

  private RunOptions resumed() throws IOException, BenchException {
    RunOptions options = Session.resume(run());
    String command = BenchName.command(options);
    if (!command.equals(jobs().bench().command())) {
      throw new BenchException(
          ExitCodes.USAGE, resume + " is a run of «bench " + command + "»: resume it there");
    }
    return options;
  }

  private RunDirectory run() {
    return new RunDirectory(resume.toAbsolutePath().normalize());
  }
}
