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
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.process.JavaProcess;

/** A Spark program in cluster mode: a map and a reduce, then ten queries, with two executors. */
public final class Spark implements Workload {
  private static final String QUERIES = "10";
  private static final String ARCHIVE = "spark.zip";

  /** With what it takes beside, it fits a slot of 768 MiB. */
  private static final String HEAP = "600m";

  private static final String BESIDE_HEAP = "360m";

  /** What Spark's own launcher opens (JavaModuleOptions), as far as its client needs it. */
  private static final List<String> OPENED =
      List.of(
          "java.lang",
          "java.lang.invoke",
          "java.io",
          "java.net",
          "java.nio",
          "java.util",
          "java.util.concurrent",
          "sun.nio.ch",
          "sun.nio.cs");

  private final Path jars;
  private final Path program;
  private final Path log;

  /**
   * Names its files.
   *
   * @param jars directory of Spark's jars
   * @param program the jar with SparkProgram
   * @param log receives what the clients print
   */
  public Spark(Path jars, Path program, Path log) {
    this.jars = jars;
    this.program = program;
    this.log = log;
  }

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
  public void prepare(Cluster cluster) throws IOException, BenchException, InterruptedException {
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
  public void run(Cluster cluster, String label)
      throws IOException, BenchException, InterruptedException {
    List<String> words = new ArrayList<>();
    OPENED.forEach(name -> words.add("--add-opens=java.base/" + name + "=ALL-UNNAMED"));
    words.addAll(List.of("-cp", cluster.conf() + ":" + jars + "/*"));
    words.addAll(List.of("org.apache.spark.deploy.SparkSubmit", "--master", "yarn"));
    words.addAll(List.of("--deploy-mode", "cluster", "--num-executors", "2"));
    words.addAll(List.of("--driver-memory", HEAP, "--executor-memory", HEAP));
    words.addAll(List.of("--conf", "spark.driver.memoryOverhead=" + BESIDE_HEAP));
    words.addAll(List.of("--conf", "spark.executor.memoryOverhead=" + BESIDE_HEAP));
    words.addAll(List.of("--conf", "spark.yarn.archive=hdfs://" + Hdfs.path(ARCHIVE)));
    if (cluster.arm() == Arm.FORK_TUNED) {
      for (String kind : List.of("driver", "executor")) {
        words.add("--conf");
        words.add("spark." + kind + ".extraJavaOptions=" + Arm.SHORT_JVM);
      }
    }
    words.addAll(List.of("--class", "SparkProgram", program.toString()));
    words.addAll(List.of("0", QUERIES, output(label)));
    JavaProcess.run(
        "SparkSubmit",
        Path.of(System.getProperty("java.home")),
        log,
        Map.of("HADOOP_CONF_DIR", cluster.conf().toString()),
        words);
  }

  @Override
  public Map<String, String> collect(Cluster cluster, String label, Path results)
      throws IOException, BenchException, InterruptedException {
    return new Hdfs(cluster).take(output(label));
  }

  private static String output(String label) {
    return Hdfs.path("spark-out-" + label);
  }
}
