/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
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
  private static final int FAILED = 1;
  private static final int USAGE = 2;

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
    } catch (UsageException e) {
      err.println("pagerank: " + e.getMessage() + " (--help shows the usage)");
      return USAGE;
    } catch (PageRankException e) {
      err.println("pagerank: " + e.getMessage());
      return FAILED;
    } catch (IOException e) {
      err.println("pagerank: " + e);
      return FAILED;
    }
  }

  private int run(Arguments arguments)
      throws IOException, InterruptedException, UsageException, PageRankException {
    Configuration configuration = getConf();
    Path workParent = check(configuration, arguments);
    JobRunner.setPollInterval(configuration);
    boolean good;
    // The hook is closed last: it waits for the work directory to be gone.
    try (StopHook hook = new StopHook(err);
        WorkDirectory work = new WorkDirectory(configuration, workParent)) {
      good = new Computation(configuration, arguments, hook.runner(), work, out, err).run();
    }
    printTop(configuration, arguments);
    return good ? 0 : FAILED;
  }

  /** Returns the directory to make the work directory in. */
  private static Path check(Configuration configuration, Arguments arguments)
      throws IOException, UsageException {
    FileSystem fileSystem = arguments.output().getFileSystem(configuration);
    Path output = fileSystem.makeQualified(arguments.output());
    if (fileSystem.exists(output)) {
      throw new UsageException("output " + output + " exists already; it is left as it is");
    }
    Path work = arguments.work().orElse(output.getParent());
    FileSystem workFileSystem = work.getFileSystem(configuration);
    if (!workFileSystem.getUri().equals(fileSystem.getUri())) {
      throw new UsageException(
          "--work " + work + " is not on the file system of the output, " + fileSystem.getUri());
    }
    new EdgeFiles(configuration, arguments.input()).requireEdge();
    return work;
  }

  private void printTop(Configuration configuration, Arguments arguments) throws IOException {
    if (arguments.top() == 0) {
      return;
    }
    List<TopRanks.Ranked> top =
        new TopRanks(arguments.top()).read(configuration, arguments.output());
    for (TopRanks.Ranked ranked : top) {
      out.println(ranked.node() + "\t" + ranked.rank());
    }
  }
}
