/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.workload;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.protocol.ExitCodes;

/** The examples' pi: maps that do next to nothing, so that their start-up is what is timed. */
public final class Pi implements Workload {
  private static final String RESULT = "Estimated value of Pi is ";

  private final String name;
  private final int maps;
  private final int points;
  private final Map<String, String> results = new ConcurrentHashMap<>();

  /**
   * Names the job.
   *
   * @param name the workload's name
   * @param maps number of maps
   * @param points samples of each
   */
  public Pi(String name, int maps, int points) {
    this.name = name;
    this.maps = maps;
    this.points = points;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void prepare(Cluster cluster) {
    // The example makes its own input.
  }

  @Override
  public void run(Cluster cluster, String label)
      throws IOException, BenchException, InterruptedException {
    String output =
        cluster.hadoop(
            in -> new String(in.readAllBytes(), StandardCharsets.UTF_8),
            cluster.example("pi", Integer.toString(maps), Integer.toString(points)));
    results.put(key(cluster, label), estimate(output));
  }

  @Override
  public Map<String, String> collect(Cluster cluster, String label, Path directory) {
    return Map.of("pi", results.get(key(cluster, label)));
  }

  /** No estimate is no result: it would equal that of another job without one. */
  static String estimate(String output) throws BenchException {
    return output
        .lines()
        .filter(line -> line.startsWith(RESULT))
        .map(line -> line.substring(RESULT.length()))
        .findFirst()
        .orElseThrow(
            () ->
                new BenchException(
                    ExitCodes.FAILED, "pi has printed no estimate, but: " + output.strip()));
  }

  private static String key(Cluster cluster, String label) {
    return cluster.arm() + " " + label;
  }
}
