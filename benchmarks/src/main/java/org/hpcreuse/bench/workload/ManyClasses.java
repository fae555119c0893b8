/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.workload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;

/**
 * Word count from a jar of 2,000 classes, all initialised in each task: 14 maps, 2 reduces, one
 * ApplicationMaster.
 */
public final class ManyClasses implements Workload {
  /** Containers of one run. */
  public static final int CONTAINERS = 17;

  private static final int CLASSES = 2_000;
  private static final int MAPS = 14;
  private static final int REDUCES = 2;
  private static final String NAME = "manyclasses";
  private static final String INPUT = Hdfs.path(NAME + "-in");

  private final Path directory;
  private final Path jobJar;

  /**
   * Names its files.
   *
   * @param directory local directory for input and jar
   * @param jobJar the jar of the job
   */
  public ManyClasses(Path directory, Path jobJar) {
    this.directory = directory;
    this.jobJar = jobJar;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void prepare(Cluster cluster) throws IOException, BenchException, InterruptedException {
    if (Files.notExists(jar())) {
      FatJar.make(directory, jobJar, CLASSES);
    }
    Path[] files = new Path[MAPS];
    for (int i = 0; i < MAPS; i++) {
      files[i] = directory.resolve("lines-" + i + ".txt");
      Files.writeString(files[i], ("word" + i + " every\n").repeat(100 + i));
    }
    new Hdfs(cluster).put(INPUT, files);
  }

  @Override
  public void run(Cluster cluster, String label)
      throws IOException, BenchException, InterruptedException {
    cluster.hadoop(
        cluster.job(
            jar(),
            "-Dmapreduce.job.reduces=" + REDUCES,
            Integer.toString(CLASSES),
            INPUT,
            output(label)));
  }

  @Override
  public Map<String, String> collect(Cluster cluster, String label, Path results)
      throws IOException, BenchException, InterruptedException {
    return new Hdfs(cluster).take(output(label));
  }

  private Path jar() {
    return directory.resolve("fat.jar");
  }

  private static String output(String label) {
    return Hdfs.path(NAME + "-out-" + label);
  }
}
