/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.run;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.hpcreuse.bench.cluster.Arm;

/**
 * What a run does.
 *
 * @param bench name of the benchmark
 * @param samples samples an arm and workload
 * @param arms what is compared
 * @param seed of the arms' order and of made-up input
 * @param heartbeatMs NodeManager and ApplicationMaster heartbeats, ms
 * @param sizes data sizes, for terasort
 * @param iterations PageRank iterations
 * @param upOptions further options of {@code hpc-reuse up}, the same for every arm
 */
public record RunOptions(
    String bench,
    int samples,
    List<Arm> arms,
    long seed,
    int heartbeatMs,
    List<String> sizes,
    int iterations,
    List<String> upOptions) {
  /** Of a benchmark of one arm without data of a size and without iterations. */
  public static RunOptions of(
      String bench, int samples, Arm arm, long seed, int heartbeatMs, List<String> upOptions) {
    return new RunOptions(bench, samples, List.of(arm), seed, heartbeatMs, List.of(), 1, upOptions);
  }

  /** The same with other samples. */
  public RunOptions with(Arm arm, int number) {
    return new RunOptions(
        bench, number, List.of(arm), seed, heartbeatMs, sizes, iterations, upOptions);
  }

  /** The arms whose clusters are needed. */
  Set<Arm> hosts() {
    return arms.stream().map(Arm::host).collect(Collectors.toCollection(LinkedHashSet::new));
  }
}
