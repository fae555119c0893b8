/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.report.Report;
import org.hpcreuse.bench.samples.RunDirectory;
import org.hpcreuse.bench.samples.RunOptions;
import org.hpcreuse.bench.workload.ManyClasses;
import org.hpcreuse.protocol.ExitCodes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code hpc-reuse bench trace}: what many containers leave in two slots. One job in fork mode
 * gives the output that all jobs in slots must have.
 */
@Command(
    name = "hpc-reuse bench trace",
    mixinStandardHelpOptions = true,
    description = {
      "Run jobs with a jar of 2,000 classes through two slots, audit the slots after each, and",
      "show how loaders, classes, threads, descriptors and memory went."
    })
public final class TraceMain implements Callable<Integer> {
  /** Short, as it is not time that is measured. */
  private static final int HEARTBEAT_MS = 200;

  @Spec CommandSpec spec;

  @Option(
      names = "--containers",
      paramLabel = "N",
      description = "Containers to run at least (default: ${DEFAULT-VALUE}).")
  int containers = 1_000;

  @Option(
      names = "--up-arg",
      paramLabel = "WORD",
      description = "A further word for «hpc-reuse up»; repeatable.")
  List<String> upOptions = List.of();

  @Option(
      names = "--dir",
      paramLabel = "D",
      description = "Where the clusters' directories go (default: .hpc-reuse/trace-TIME).")
  Path dir;

  /** Ends the JVM with one of {@link ExitCodes}. */
  public static void main(String[] words) {
    System.exit(Failures.execute(new TraceMain(), words));
  }

  @Override
  public Integer call() throws Exception {
    if (containers < 1) {
      throw new BenchException(
          ExitCodes.USAGE, "--containers " + containers + ": must be 1 or more");
    }
    int jobs = (containers + ManyClasses.CONTAINERS - 1) / ManyClasses.CONTAINERS;
    Session session = new Session(Home.fromEnvironment(), spec.commandLine().getErr());
    RunOptions reuse = options(Arm.REUSE, jobs);
    RunDirectory directory = session.begin(reuse);
    session.run(directory, options(Arm.FORK, 1), dir);
    Report report = session.run(directory, reuse, dir);
    String summary = report.full();
    PrintWriter out = spec.commandLine().getOut();
    out.print(summary);
    out.flush();
    session.finish(directory, summary);
    return report.outputsEqual() && report.residue() == 0 ? ExitCodes.OK : ExitCodes.FAILED;
  }

  private RunOptions options(Arm arm, int jobs) {
    return new RunOptions(
        BenchName.TRACE.name().toLowerCase(Locale.ROOT),
        jobs,
        List.of(arm),
        1,
        HEARTBEAT_MS,
        List.of(),
        1,
        BenchName.TRACE.with(upOptions));
  }
}
