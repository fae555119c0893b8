/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.workload;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;

/** The examples' pi: maps that do next to nothing, so that their start-up is what is timed. */
public final class Pi implements Workload {
  private static final String POINTS = "10";
  private static final String RESULT = "Estimated value of Pi is ";

  private final String name;
  private final int maps;
  private final Map<String, String> results = new ConcurrentHashMap<>();

  /** Names the job, and how many maps it has. */
  public Pi(String name, int maps) {
    this.name = name;
    this.maps = maps;
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
  public void run(Cluster cluster, String label) throws IOException, InterruptedException {
    String output = cluster.hadoopText(cluster.example("pi", Integer.toString(maps), POINTS));
    results.put(cluster.arm() + " " + label, estimate(output));
  }

  @Override
  public Map<String, String> collect(Cluster cluster, String label, Path directory) {
    return Map.of("pi", results.get(cluster.arm() + " " + label));
  }

  /** No estimate is no result: it would equal that of another job without one. */
  static String estimate(String output) throws BenchException {
    for (String line : output.lines().toList()) {
      if (line.startsWith(RESULT)) {
        return line.substring(RESULT.length());
      }
    }
    throw BenchException.failed("pi has printed no estimate, but: " + output.strip());
  }
}
