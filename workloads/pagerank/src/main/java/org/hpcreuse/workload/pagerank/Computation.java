/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The chain of jobs, from the edge lists to the ranks, with a line of progress for each. */
final class Computation {
  /** All ranks sum to 1; a larger deviation means that rank was lost on the way. */
  private static final double MAX_TOTAL_ERROR = 1e-6;

  private final Configuration configuration;
  private final Arguments arguments;
  private final PageRankJobs jobs;
  private final JobRunner runner;
  private final WorkDirectory work;
  private final PrintStream out;
  private final PrintStream err;
  private long stepStart;

  Computation(
      Configuration configuration,
      Arguments arguments,
      JobRunner runner,
      WorkDirectory work,
      PrintStream out,
      PrintStream err) {
    this.configuration = configuration;
    this.arguments = arguments;
    this.jobs = new PageRankJobs(configuration, arguments);
    this.runner = runner;
    this.work = work;
    this.out = out;
    this.err = err;
  }

  /**
   * Runs all jobs and puts the ranks into the output directory.
   *
   * @return whether the ranks converged, or were not asked to
   */
  boolean run() throws IOException, InterruptedException, PageRankException {
    long start = System.nanoTime();
    Path nodes = work.path("nodes-0");
    GraphSummary summary = read(nodes);
    int iteration = 0;
    boolean converged = false;
    while (iteration < arguments.maxIterations() && !converged) {
      iteration++;
      Path next = work.path("nodes-" + iteration);
      summary = iterate(iteration, summary, nodes, next);
      work.delete(nodes);
      nodes = next;
      converged =
          arguments.tolerance().isPresent()
              && summary.delta() < arguments.tolerance().getAsDouble();
    }
    write(summary, nodes);
    print(
        "done       %d iterations, %.1f s, ranks in %s",
        iteration, seconds(start), arguments.output());
    if (arguments.tolerance().isPresent() && !converged) {
      err.println(
          String.format(
              Locale.ROOT,
              "pagerank: not converged: delta %.3e after %d iterations, tolerance %.3e",
              summary.delta(),
              iteration,
              arguments.tolerance().getAsDouble()));
      return false;
    }
    return true;
  }

  private GraphSummary read(Path output)
      throws IOException, InterruptedException, PageRankException {
    stepStart = System.nanoTime();
    runner.run(jobs.read(output));
    BadLines.All bad = BadLines.join(SideFiles.SPLIT.readAll(configuration, output, BadLines::new));
    if (bad.count() > arguments.maxBadLines()) {
      throw PageRankException.failed(
          "input " + arguments.input() + ": " + bad.describe(arguments.maxBadLines()));
    }
    if (bad.count() > 0) {
      err.println("pagerank: skipped " + bad.describe(arguments.maxBadLines()));
    }
    GraphSummary summary = summary(output);
    print(
        "graph      %d nodes, %d edges, %d dangling nodes  %.1f s",
        summary.nodes(), summary.edges(), summary.danglingNodes(), seconds(stepStart));
    return summary;
  }

  private GraphSummary iterate(int iteration, GraphSummary before, Path nodes, Path output)
      throws IOException, InterruptedException, PageRankException {
    stepStart = System.nanoTime();
    runner.run(jobs.iterate(iteration, before, nodes, output));
    GraphSummary summary = summary(output);
    if (summary.nodes() != before.nodes() || Math.abs(summary.total() - 1) > MAX_TOTAL_ERROR) {
      throw PageRankException.failed(
          String.format(
              Locale.ROOT,
              "iteration %d: %d nodes with total rank %s, expected %d nodes with total rank 1",
              iteration,
              summary.nodes(),
              summary.total(),
              before.nodes()));
    }
    print("iteration  %d  delta %.3e  %.1f s", iteration, summary.delta(), seconds(stepStart));
    return summary;
  }

  private void write(GraphSummary summary, Path nodes)
      throws IOException, InterruptedException, PageRankException {
    Path ranks = work.path("ranks");
    runner.run(jobs.write(summary, nodes, ranks));
    FileSystem fileSystem = arguments.output().getFileSystem(configuration);
    work.publish(ranks, fileSystem.makeQualified(arguments.output()));
  }

  private GraphSummary summary(Path output) throws IOException {
    List<GraphSummary> parts = SideFiles.SUMMARY.readAll(configuration, output, GraphSummary::new);
    GraphSummary summary = new GraphSummary();
    parts.forEach(summary::add);
    return summary;
  }

  private void print(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values));
    out.flush();
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }
}
