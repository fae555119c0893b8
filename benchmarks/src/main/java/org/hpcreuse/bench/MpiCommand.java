/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.hpcreuse.bench.MpiProgram.Run;
import org.hpcreuse.bench.Starter.World;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.run.ClusterWaits;
import org.hpcreuse.bench.run.Entry;
import org.hpcreuse.bench.run.Progress;
import org.hpcreuse.bench.run.RunCommand;
import org.hpcreuse.bench.run.RunDirectory;
import org.hpcreuse.bench.run.RunOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code hpc-reuse bench mpi-start}, {@code primecount} and {@code pingpong}: exit status 0 when
 * all samples are taken. The starters take turns, in an order that is drawn again for each turn. A
 * program begins when the slots are at rest.
 */
@Command(
    mixinStandardHelpOptions = true,
    description = {
      "Run MPI programs in slots, under mpirun and by MPI_Comm_spawn, samples interleaved.",
      "Raw samples, a summary and plots go to results/runs/NAME-TIME."
    })
public final class MpiCommand extends RunCommand {
  private static final int HEARTBEAT_MS = 1000;

  /** A slot and a process for each, on one machine. */
  private static final int MOST_RANKS = 64;

  /** To start the cluster, to wait for a quiet machine, to stop the cluster. */
  private static final int STEPS = 3;

  private final MpiBench bench;

  @Option(
      names = "--samples",
      paramLabel = "N",
      description = "Samples an arm (default: ${DEFAULT-VALUE}).")
  int samples = 5;

  @Option(
      names = "--arms",
      split = ",",
      paramLabel = "ARM",
      description = "Who starts the ranks: gang, spawn, mpirun (default: all; pingpong: no spawn).")
  List<Starter> starters;

  @Option(
      names = "--ranks",
      split = ",",
      paramLabel = "N",
      description = "With how many ranks (default: 1,2,4,8; pingpong: 2).")
  List<Integer> ranks;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Of the arms' order (default: ${DEFAULT-VALUE}).")
  long seed = 1;

  @Option(
      names = "--heartbeat-ms",
      paramLabel = "H",
      description = "NodeManager and AM heartbeats (default: ${DEFAULT-VALUE}).")
  int heartbeatMs = HEARTBEAT_MS;

  @Mixin UpArguments up;

  /** The command of one benchmark. */
  public MpiCommand(MpiBench bench) {
    this.bench = bench;
  }

  @Override
  public Integer call() throws Exception {
    starters = starters == null ? bench.starters() : starters;
    ranks = ranks == null ? bench.ranks() : ranks;
    check();
    String name = bench.toString();
    List<String> words = bench.upOptions(ranks, up.words());
    RunOptions options = RunOptions.of(name, samples, Arm.REUSE, seed, heartbeatMs, words);
    RunDirectory directory = begin(options);
    int runs = samples * bench.programs().size() * ranks.size() * starters.size();
    try (Progress progress = new Progress(err(), name, runs + STEPS)) {
      withCluster(
          Arm.REUSE,
          directory,
          options,
          progress,
          cluster -> {
            progress.begin("wait for a quiet machine");
            ClusterWaits.quiet(progress::say);
            run(cluster, directory, progress);
          });
    }
    return report(directory, true);
  }

  private void check() throws BenchException {
    requireRange("--samples", samples, 1, Integer.MAX_VALUE);
    requireDistinct(starters);
    for (int count : ranks) {
      requireRange("--ranks", count, bench == MpiBench.PINGPONG ? 2 : 1, MOST_RANKS);
    }
    if (ranks.isEmpty()) {
      throw BenchException.usage("--ranks: name one number or more");
    }
  }

  private void run(Cluster cluster, RunDirectory directory, Progress progress)
      throws IOException, InterruptedException {
    Random random = new Random(seed);
    World world = World.of(cluster, home().jars(), directory.logs().resolve("programs.log"));
    for (int round = 0; round < samples; round++) {
      for (MpiProgram program : bench.programs()) {
        for (int count : ranks) {
          List<Starter> order = new ArrayList<>(starters);
          Collections.shuffle(order, random);
          for (Starter starter : order) {
            String name = program.name();
            progress.begin(name + " " + (round + 1) + ", " + count + " ranks by " + starter);
            ClusterWaits.rest(cluster);
            long startedMs = System.currentTimeMillis();
            Run run = starter.run(program, count, world);
            Map<String, Long> nanos = program.figures(run, count);
            directory.append(
                new Entry.MpiRun(name, starter.toString(), count, round, startedMs, nanos));
          }
        }
      }
    }
  }
}
