/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.workload;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.hpcreuse.bench.cluster.Cluster;

/**
 * The examples' wordcount over small files of random words, one map each.
 *
 * @param directory local directory to make the input in
 * @param seed same seed, same words
 */
public record WordCount(Path directory, long seed) implements Workload {
  private static final int FILES = 4;
  private static final int LINES = 2_000;
  private static final int WORDS_A_LINE = 8;
  private static final int VOCABULARY = 5_000;
  private static final String INPUT = Hdfs.path("wordcount-in");

  @Override
  public String name() {
    return "wordcount";
  }

  @Override
  public void prepare(Cluster cluster) throws IOException, InterruptedException {
    new Hdfs(cluster).put(INPUT, writeFiles());
  }

  Path[] writeFiles() throws IOException {
    Files.createDirectories(directory);
    Path[] files = new Path[FILES];
    for (int i = 0; i < FILES; i++) {
      files[i] = directory.resolve("words-" + i + ".txt");
      Random random = new Random(seed + i);
      try (Writer out = Files.newBufferedWriter(files[i])) {
        for (int line = 0; line < LINES; line++) {
          for (int word = 0; word < WORDS_A_LINE; word++) {
            out.write("w" + random.nextInt(VOCABULARY) + " ");
          }
          out.write('\n');
        }
      }
    }
    return files;
  }

  @Override
  public void run(Cluster cluster, String label) throws IOException, InterruptedException {
    cluster.hadoop(cluster.example("wordcount", INPUT, output(label)));
  }
}
