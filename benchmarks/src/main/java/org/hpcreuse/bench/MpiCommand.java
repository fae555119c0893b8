/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.hpcreuse.bench.Entry.RunOptions;
import org.hpcreuse.bench.MpiStarters.Starter;
import org.hpcreuse.bench.RunCommand.SampleOptions;
import org.hpcreuse.bench.RunCommand.UpArguments;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.MachineTime;
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
final class MpiCommand extends RunCommand {
  /** A slot and a process for each, on one machine. */
  private static final int MOST_RANKS = 64;

  /** What the commands measure, by their names. */
  static final Map<String, List<MpiProgram>> PROGRAMS =
      Map.of(
          "mpi-start",
          List.of(MpiProgram.start()),
          "primecount",
          List.of(
              MpiProgram.primeCount(1_000_000, 78_498), MpiProgram.primeCount(10_000_000, 664_579)),
          "pingpong",
          List.of(MpiProgram.pingPong("array", 100), MpiProgram.pingPong("direct", 100)));

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

  @Mixin SampleOptions taken;
  @Mixin UpArguments up;

  @Override
  public Integer call() throws IOException, InterruptedException {
    String name = spec.name();
    boolean messages = name.equals("pingpong");
    if (starters == null) {
      starters = messages ? List.of(Starter.GANG, Starter.MPIRUN) : List.of(Starter.values());
    }
    if (ranks == null) {
      ranks = messages ? List.of(2) : List.of(1, 2, 4, 8);
    }
    taken.check();
    requireDistinct(starters);
    for (int count : ranks) {
      requireRange("--ranks", count, messages ? 2 : 1, MOST_RANKS);
    }
    if (ranks.isEmpty()) {
      throw BenchException.usage("--ranks: name one number or more");
    }
    // A slot for each rank of the largest gang and one for its master.
    String own = "--slots " + (Collections.max(ranks) + 1) + "x512 --spares 0";
    int runs = taken.samples * PROGRAMS.get(name).size() * ranks.size() * starters.size();
    return withCluster(
        RunOptions.of(name, taken.samples, Arm.REUSE, taken.seed, taken.heartbeatMs, up.after(own)),
        runs + 1,
        true,
        (cluster, run, progress) -> {
          progress.begin("wait for a quiet machine");
          MachineTime.awaitQuiet(progress::say);
          measure(PROGRAMS.get(name), cluster, run, progress);
        });
  }

  private void measure(
      List<MpiProgram> programs, Cluster cluster, RunDirectory run, Progress progress)
      throws IOException, InterruptedException {
    Random random = new Random(taken.seed);
    MpiStarters mpi = new MpiStarters(cluster, home());
    for (int round = 0; round < taken.samples; round++) {
      for (MpiProgram program : programs) {
        for (int count : ranks) {
          List<Starter> order = new ArrayList<>(starters);
          Collections.shuffle(order, random);
          for (Starter starter : order) {
            String name = program.name();
            progress.begin(name + " " + (round + 1) + ", " + count + " ranks by " + starter);
            cluster.rest();
            long startedMs = System.currentTimeMillis();
            Map<String, Long> nanos = program.figures().of(mpi.run(starter, program, count), count);
            run.append(new Entry.MpiRun(name, starter.toString(), count, round, startedMs, nanos));
          }
        }
      }
    }
  }
}
