/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank.mpi;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * {@code MpiPageRank INPUT OUTPUT ITERATIONS}: so many iterations with damping 0.85, over an edge
 * list that {@code pagerank.jar} reads as well. Each iteration is one sum over all ranks. Rank 0
 * prints a line for each and writes the ranks, in lines of node, tab, rank.
 */
public final class MpiPageRank {
  private static final int USAGE = 2;
  private static final double DAMPING = 0.85;

  private final Comm world;
  private final Graph graph;
  private final int rank;
  private final int size;

  private MpiPageRank(Comm world, Graph graph) throws MPIException {
    this.world = world;
    this.graph = graph;
    rank = world.getRank();
    size = world.getSize();
  }

  /** Runs a rank. */
  public static void main(String[] args) throws MPIException, IOException {
    if (args.length != 3 || !args[2].matches("[1-9][0-9]{0,5}")) {
      System.err.println("usage: MpiPageRank INPUT OUTPUT ITERATIONS");
      System.exit(USAGE);
    }
    MPI.Init(args);
    double begin = MPI.wtime();
    Comm world = MPI.COMM_WORLD;
    Configuration configuration = new Configuration();
    Path output = new Path(args[1]);
    FileSystem fileSystem = output.getFileSystem(configuration);
    if (fileSystem.exists(output)) {
      System.err.println("pagerank: output " + output + " exists already");
      world.abort(USAGE);
    }
    Graph graph = Graph.read(configuration, new Path(args[0]), world.getRank(), world.getSize());
    MpiPageRank pageRank = new MpiPageRank(world, graph);
    pageRank.say("graph      %d nodes  %.1f s", graph.nodes(), MPI.wtime() - begin);
    double[] ranks = pageRank.iterate(Integer.parseInt(args[2]));
    if (world.getRank() == 0) {
      pageRank.write(ranks, fileSystem, output);
    }
    pageRank.say("done       %.1f s, ranks in %s", MPI.wtime() - begin, output);
    MPI.Finalize();
  }

  private double[] iterate(int iterations) throws MPIException {
    int nodes = graph.nodes();
    double[] ranks = new double[nodes];
    Arrays.fill(ranks, 1.0 / nodes);
    // The last element is the rank of nodes without targets.
    double[] flow = new double[nodes + 1];
    for (int iteration = 1; iteration <= iterations; iteration++) {
      final double begin = MPI.wtime();
      Arrays.fill(flow, 0);
      for (int node = rank; node < nodes; node += size) {
        int[] targets = graph.targets(node);
        if (targets == null) {
          flow[nodes] += ranks[node];
        } else {
          for (int target : targets) {
            flow[target] += ranks[node] / targets.length;
          }
        }
      }
      world.allReduce(flow, flow.length, MPI.DOUBLE, MPI.SUM);
      double delta = 0;
      for (int node = 0; node < nodes; node++) {
        double next = (1 - DAMPING) / nodes + DAMPING * (flow[node] + flow[nodes] / nodes);
        delta += Math.abs(next - ranks[node]);
        ranks[node] = next;
      }
      say("iteration  %d  delta %.3e  %.3f s", iteration, delta, MPI.wtime() - begin);
    }
    return ranks;
  }

  private void write(double[] ranks, FileSystem fileSystem, Path output) throws IOException {
    Path part = new Path(output, "part-r-00000");
    try (Writer writer =
        new OutputStreamWriter(fileSystem.create(part, false), StandardCharsets.UTF_8)) {
      for (int node = 0; node < ranks.length; node++) {
        writer.write(graph.name(node) + "\t" + ranks[node] + "\n");
      }
    }
  }

  private void say(String format, Object... values) {
    if (rank == 0) {
      System.out.println(String.format(Locale.ROOT, format, values));
    }
  }
}
