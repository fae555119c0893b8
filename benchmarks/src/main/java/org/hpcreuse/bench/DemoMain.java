/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.report.Report;
import org.hpcreuse.bench.samples.RunDirectory;
import org.hpcreuse.bench.samples.RunOptions;
import org.hpcreuse.protocol.ExitCodes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code hpc-reuse demo}: PageRank and Terasort once in each mode, side by side. Exit status 1 when
 * the outputs differ or a container of the reuse arm was forked.
 */
@Command(
    name = "hpc-reuse demo",
    mixinStandardHelpOptions = true,
    description = {
      "Run PageRank on the graph of Debian's packages and Terasort, in stock YARN and in warm",
      "slots, on real clusters on this machine; compare times and outputs; stop everything."
    })
public final class DemoMain implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Option(
      names = "--iterations",
      paramLabel = "I",
      description = "PageRank iterations (default: ${DEFAULT-VALUE}).")
  int iterations = 5;

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      description = "Terasort's data (default: ${DEFAULT-VALUE}).")
  String size = "128m";

  @Option(
      names = "--heartbeat-ms",
      paramLabel = "H",
      description = "NodeManager and AM heartbeats (default: ${DEFAULT-VALUE}).")
  int heartbeatMs = 1000;

  @Option(
      names = "--dir",
      paramLabel = "D",
      description = "Where the clusters' directories go (default: .hpc-reuse/demo-TIME).")
  Path dir;

  /** Ends the JVM with one of {@link ExitCodes}. */
  public static void main(String[] words) {
    System.exit(Failures.execute(new DemoMain(), words));
  }

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    Session session = new Session(Home.fromEnvironment(), err);
    RunOptions options =
        new RunOptions(
            "demo",
            1,
            List.of(Arm.FORK, Arm.REUSE),
            1,
            heartbeatMs,
            List.of(size),
            iterations,
            List.of());
    RunDirectory directory = session.begin(options);
    Report report = session.run(directory, options, dir);
    String text = report.sideBySide();
    out.print(text);
    out.flush();
    session.finish(directory, text);
    return verdict(report, err);
  }

  private static int verdict(Report report, PrintWriter err) throws IOException {
    if (!report.outputsEqual()) {
      err.println("hpc-reuse: demo failed: the outputs of fork and reuse differ (above)");
      return ExitCodes.FAILED;
    }
    if (report.forked(Arm.REUSE) > 0) {
      err.println(
          "hpc-reuse: demo failed: "
              + report.forked(Arm.REUSE)
              + " containers of the reuse cluster were forked (reasons above)");
      return ExitCodes.FAILED;
    }
    return ExitCodes.OK;
  }
}
