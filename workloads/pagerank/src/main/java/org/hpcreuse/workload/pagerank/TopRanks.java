/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The nodes of the highest rank; equal ranks in the order of their names. */
public final class TopRanks {
  /** A line of the output. */
  public record Ranked(String node, double rank) {
    static final Comparator<Ranked> BEST_FIRST =
        Comparator.comparingDouble(Ranked::rank).reversed().thenComparing(Ranked::node);
  }

  private final int limit;
  private final PriorityQueue<Ranked> best = new PriorityQueue<>(Ranked.BEST_FIRST.reversed());

  /** For so many nodes at most. */
  public TopRanks(int limit) {
    this.limit = limit;
  }

  /** Reads a directory of ranks. */
  public List<Ranked> read(Configuration configuration, Path output) throws IOException {
    FileSystem fileSystem = output.getFileSystem(configuration);
    for (FileStatus status :
        fileSystem.listStatus(output, path -> path.getName().startsWith("part-"))) {
      try (BufferedReader reader =
          new BufferedReader(
              new InputStreamReader(fileSystem.open(status.getPath()), StandardCharsets.UTF_8))) {
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
          add(line);
        }
      }
    }
    List<Ranked> sorted = new ArrayList<>(best);
    sorted.sort(Ranked.BEST_FIRST);
    return sorted;
  }

  private void add(String line) {
    int tab = line.indexOf('\t');
    best.add(new Ranked(line.substring(0, tab), Double.parseDouble(line.substring(tab + 1))));
    if (best.size() > limit) {
      best.remove();
    }
  }
}
