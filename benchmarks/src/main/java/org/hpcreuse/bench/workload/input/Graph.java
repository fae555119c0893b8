/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.workload.input;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** The graph PageRank runs on: the machine's Debian packages, or the sample in the repository. */
public final class Graph {
  private final Path graphs;

  /**
   * Names the scripts.
   *
   * @param graphs the directory workloads/pagerank/graphs
   */
  public Graph(Path graphs) {
    this.graphs = graphs;
  }

  /**
   * Makes the Debian graph, once.
   *
   * @param file where to
   * @param log receives what the script says
   * @param say receives a line when the sample has to do
   * @return the file, or the sample when apt has no lists
   */
  public Path debian(Path file, Path log, Consumer<String> say)
      throws IOException, InterruptedException {
    if (Files.exists(file)) {
      return file;
    }
    Files.createDirectories(file.getParent());
    int status =
        new ProcessBuilder(
                graphs.resolve("debian-graph.sh").toString(), "--output", file.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start()
            .waitFor();
    if (status == 0) {
      return file;
    }
    Path sample = graphs.resolve("debian-sample.txt");
    say.accept(
        "debian-graph.sh ended with status " + status + " (see " + log + "); using " + sample);
    return sample;
  }
}
