/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.PriorityQueue;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.apache.log4j.Level;
import org.apache.log4j.LogManager;

/**
 * The driver: {@code hadoop jar pagerank.jar INPUT OUTPUT [options]}. Exit status 0: done; 1: tried
 * and failed, or not converged (the ranks are written then); 2: wrong arguments, input or output,
 * nothing was submitted or changed. The definition of the ranks is NetworkX's: teleport and the
 * dangling nodes' rank go to all nodes alike, duplicate edges count once, a self-loop is an edge.
 */
public final class PageRank extends Configured implements Tool {
  private final PrintStream out;
  private final PrintStream err;

  /**
   * Makes a driver.
   *
   * @param out progress and the highest ranks
   * @param err errors
   */
  public PageRank(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  /** Runs the driver and ends the JVM with its status. */
  public static void main(String[] words) throws Exception {
    if (!Arrays.asList(words).contains("--verbose")) {
      silenceHadoop();
    }
    System.exit(ToolRunner.run(new Configuration(), new PageRank(System.out, System.err), words));
  }

  /** The local job runner reports a task's failure nowhere but in a warning. */
  private static void silenceHadoop() {
    LogManager.getRootLogger().setLevel(Level.ERROR);
    LogManager.getLogger("org.apache.hadoop.mapred.LocalJobRunner").setLevel(Level.WARN);
  }

  @Override
  public int run(String[] words) throws InterruptedException {
    if (Arrays.asList(words).contains("--help")) {
      out.print(Arguments.USAGE);
      return 0;
    }
    try {
      Arguments arguments = Arguments.parse(words);
      return run(arguments);
    } catch (PageRankException e) {
      boolean usage = e.status() == PageRankException.USAGE;
      err.println("pagerank: " + e.getMessage() + (usage ? " (--help shows the usage)" : ""));
      return e.status();
    } catch (IOException e) {
      err.println("pagerank: " + e);
      return PageRankException.FAILED;
    }
  }

  private int run(Arguments arguments) throws IOException, InterruptedException, PageRankException {
    Configuration configuration = getConf();
    Path workParent = check(configuration, arguments);
    JobRunner.setPollInterval(configuration);
    boolean good;
    // The runner is closed last: after a signal it waits for the work directory to be gone.
    try (JobRunner runner = new JobRunner(err);
        WorkDirectory work = new WorkDirectory(configuration, workParent)) {
      good = new Computation(configuration, arguments, runner, work, out, err).run();
    }
    if (arguments.top() > 0) {
      printTop(configuration, arguments);
    }
    return good ? 0 : PageRankException.FAILED;
  }

  /** Returns the directory to make the work directory in. */
  private static Path check(Configuration configuration, Arguments arguments)
      throws IOException, PageRankException {
    FileSystem fileSystem = arguments.output().getFileSystem(configuration);
    Path output = fileSystem.makeQualified(arguments.output());
    if (fileSystem.exists(output)) {
      throw PageRankException.usage("output " + output + " exists already; it is left as it is");
    }
    Path work = arguments.work().orElse(output.getParent());
    FileSystem workFileSystem = work.getFileSystem(configuration);
    if (!workFileSystem.getUri().equals(fileSystem.getUri())) {
      throw PageRankException.usage(
          "--work " + work + " is not on the file system of the output, " + fileSystem.getUri());
    }
    new EdgeFiles(configuration, arguments.input()).requireEdge();
    return work;
  }

  /** The nodes of the highest rank; equal ranks in the order of their names. */
  private void printTop(Configuration configuration, Arguments arguments) throws IOException {
    Comparator<Map.Entry<String, Double>> bestFirst =
        Map.Entry.<String, Double>comparingByValue().reversed().thenComparing(Map.Entry::getKey);
    PriorityQueue<Map.Entry<String, Double>> best = new PriorityQueue<>(bestFirst.reversed());
    FileSystem fileSystem = arguments.output().getFileSystem(configuration);
    for (FileStatus status :
        fileSystem.listStatus(arguments.output(), path -> path.getName().startsWith("part-"))) {
      try (BufferedReader reader =
          new BufferedReader(
              new InputStreamReader(fileSystem.open(status.getPath()), StandardCharsets.UTF_8))) {
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
          int tab = line.indexOf('\t');
          best.add(Map.entry(line.substring(0, tab), Double.valueOf(line.substring(tab + 1))));
          if (best.size() > arguments.top()) {
            best.remove();
          }
        }
      }
    }
    best.stream()
        .sorted(bestFirst)
        .forEach(ranked -> out.println(ranked.getKey() + "\t" + ranked.getValue()));
  }
}
