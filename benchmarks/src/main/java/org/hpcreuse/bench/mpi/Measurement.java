/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.mpi;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.mpi.program.Moments;
import org.hpcreuse.bench.mpi.program.Program;
import org.hpcreuse.bench.mpi.starter.GangRunner;
import org.hpcreuse.bench.mpi.starter.MpirunRunner;
import org.hpcreuse.bench.mpi.starter.PoolMpi;
import org.hpcreuse.bench.mpi.starter.Runner;
import org.hpcreuse.bench.mpi.starter.SpawnRunner;
import org.hpcreuse.bench.progress.Progress;
import org.hpcreuse.bench.run.Rest;
import org.hpcreuse.bench.samples.MpiRun;
import org.hpcreuse.bench.samples.MpiRun.Starter;
import org.hpcreuse.bench.samples.RunDirectory;

/**
 * Runs MPI programs, each so often with each number of ranks and by each starter. The starters take
 * turns, in an order that is drawn again for each turn. A program begins when the slots are at
 * rest.
 */
public final class Measurement {
  private final MpiBench bench;
  private final List<Starter> starters;
  private final List<Integer> ranks;
  private final int rounds;
  private final Random random;

  /**
   * Plans it.
   *
   * @param bench what runs
   * @param starters who starts it
   * @param ranks with how many ranks
   * @param rounds how often
   * @param seed of the starters' order
   */
  public Measurement(
      MpiBench bench, List<Starter> starters, List<Integer> ranks, int rounds, long seed) {
    this.bench = bench;
    this.starters = List.copyOf(starters);
    this.ranks = List.copyOf(ranks);
    this.rounds = rounds;
    random = new Random(seed);
  }

  /** How many steps {@link #run} shows. */
  public int steps(Path jars) {
    return rounds * bench.programs(jars).size() * ranks.size() * starters.size();
  }

  /**
   * Takes all samples.
   *
   * @param cluster it is up, and nothing runs in it
   * @param jars the directory of all jars
   * @param directory receives the samples
   */
  public void run(Cluster cluster, Path jars, RunDirectory directory, Progress progress)
      throws IOException, BenchException, InterruptedException {
    Map<Starter, Runner> runners = runners(cluster, jars, directory);
    for (int round = 0; round < rounds; round++) {
      for (Program program : bench.programs(jars)) {
        for (int count : ranks) {
          for (Starter starter : shuffled()) {
            progress.begin(
                program.name() + " " + (round + 1) + ", " + count + " ranks by " + starter, 1);
            Rest.await(cluster);
            long startedMs = System.currentTimeMillis();
            Moments moments = runners.get(starter).run(program, count);
            directory.append(
                new MpiRun(
                    program.name(),
                    starter,
                    count,
                    round,
                    startedMs,
                    program.figures(moments, count)));
          }
        }
      }
    }
  }

  private List<Starter> shuffled() {
    List<Starter> order = new ArrayList<>(starters);
    Collections.shuffle(order, random);
    return order;
  }

  private static Map<Starter, Runner> runners(Cluster cluster, Path jars, RunDirectory directory)
      throws IOException, BenchException {
    PoolMpi mpi = PoolMpi.of(cluster.pool());
    Path log = directory.logs().resolve("programs.log");
    Map<Starter, Runner> runners = new EnumMap<>(Starter.class);
    runners.put(Starter.GANG, new GangRunner(cluster));
    runners.put(Starter.SPAWN, new SpawnRunner(mpi, jars.resolve("spawn-baseline.jar"), log));
    runners.put(Starter.MPIRUN, new MpirunRunner(mpi, log));
    return runners;
  }
}
