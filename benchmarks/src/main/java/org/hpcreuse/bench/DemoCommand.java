/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.hpcreuse.bench.Entry.RunOptions;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.workload.MapReduceJobs;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code hpc-reuse demo}: PageRank and Terasort once in each mode, side by side. Exit status 1 when
 * the outputs differ or a container of the reuse arm was forked.
 */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Run PageRank on the graph of Debian's packages and Terasort, in stock YARN and in warm",
      "slots, on real clusters on this machine; compare times and outputs; stop everything."
    })
final class DemoCommand extends RunCommand {
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

  @Override
  public Integer call() throws IOException, InterruptedException {
    MapReduceJobs.bytes(size);
    String name = Benchmark.DEMO.toString();
    List<Arm> arms = List.of(Arm.FORK, Arm.REUSE);
    List<String> sizes = List.of(size.toLowerCase(Locale.ROOT));
    return takeSamples(
        begin(new RunOptions(name, 1, arms, 1, heartbeatMs, sizes, iterations, List.of())));
  }
}
