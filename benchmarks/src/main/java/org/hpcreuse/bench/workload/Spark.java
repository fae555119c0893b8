/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.workload;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.JavaProcess;

/**
 * A Spark program in cluster mode: a map and a reduce, then ten queries, with two executors.
 *
 * @param jars directory of Spark's jars; the program's jar is beside it
 * @param log receives what the clients print
 */
public record Spark(Path jars, Path log) implements Workload {
  private static final String QUERIES = "10";
  private static final String ARCHIVE = "spark.zip";

  /** With what it takes beside, it fits a slot of 768 MiB. */
  private static final String HEAP = "600m";

  private static final String BESIDE_HEAP = "360m";

  /** What Spark's own launcher opens (JavaModuleOptions), as far as its client needs it. */
  private static final String OPENED =
      "java.lang java.lang.invoke java.io java.net java.nio java.util java.util.concurrent"
          + " sun.nio.ch sun.nio.cs";

  @Override
  public String name() {
    return "spark";
  }

  @Override
  public boolean takesJobOptions() {
    return false;
  }

  /** Publishes Spark's archive, as a site does for all its users. */
  @Override
  public void prepare(Cluster cluster) throws IOException, InterruptedException {
    Path archive = cluster.dir().resolve(ARCHIVE);
    try {
      write(archive);
      new Hdfs(cluster).put(Hdfs.BASE, archive);
    } finally {
      Files.deleteIfExists(archive);
    }
  }

  /** Jars are compressed already. */
  private void write(Path archive) throws IOException {
    try (OutputStream out = Files.newOutputStream(archive);
        ZipOutputStream zip = new ZipOutputStream(out);
        Stream<Path> files = Files.list(jars)) {
      zip.setLevel(Deflater.NO_COMPRESSION);
      for (Path file : files.filter(name -> name.toString().endsWith(".jar")).sorted().toList()) {
        zip.putNextEntry(new ZipEntry(file.getFileName().toString()));
        Files.copy(file, zip);
        zip.closeEntry();
      }
    }
  }

  @Override
  public void run(Cluster cluster, String label) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>();
    for (String name : OPENED.split(" ", -1)) {
      words.add("--add-opens=java.base/" + name + "=ALL-UNNAMED");
    }
    words.addAll(List.of("-cp", cluster.conf() + ":" + jars + "/*"));
    words.addAll(List.of("org.apache.spark.deploy.SparkSubmit", "--master", "yarn"));
    words.addAll(List.of("--deploy-mode", "cluster", "--num-executors", "2"));
    words.addAll(List.of("--driver-memory", HEAP, "--executor-memory", HEAP));
    words.addAll(List.of("--conf", "spark.driver.memoryOverhead=" + BESIDE_HEAP));
    words.addAll(List.of("--conf", "spark.executor.memoryOverhead=" + BESIDE_HEAP));
    words.addAll(List.of("--conf", "spark.yarn.archive=hdfs://" + Hdfs.path(ARCHIVE)));
    if (cluster.arm() == Arm.FORK_TUNED) {
      for (String kind : List.of("driver", "executor")) {
        words.addAll(List.of("--conf", "spark." + kind + ".extraJavaOptions=" + Arm.SHORT_JVM));
      }
    }
    words.addAll(List.of("--class", "SparkProgram"));
    words.add(jars.resolveSibling("spark-program.jar").toString());
    words.addAll(List.of("0", QUERIES, output(label)));
    JavaProcess.run(
        "SparkSubmit",
        Path.of(System.getProperty("java.home")),
        log,
        Map.of("HADOOP_CONF_DIR", cluster.conf().toString()),
        words);
  }
}
