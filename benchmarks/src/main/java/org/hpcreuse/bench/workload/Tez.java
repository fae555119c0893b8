/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.workload;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.protocol.ExitCodes;

/** Tez's own example OrderedWordCount, over the files of {@link WordCount}. */
public final class Tez implements Workload {
  private static final String LIBRARIES = Hdfs.path("tez");
  private static final String ALL = "/*";
  private static final String INPUT = Hdfs.path("tez-in");

  /** 80 % of it is the heap, which fits a slot of 1024 MiB. */
  private static final String CONTAINER_MB = "1000";

  /** Slots keep no classes of which one was generated (docs/frameworks.md). */
  private static final String PLAIN_GUICE = "-Dguice_bytecode_gen_option=DISABLED";

  private final Path jars;
  private final WordCount words;

  /**
   * Names its files.
   *
   * @param jars directory of Tez's jars
   * @param words makes the input
   */
  public Tez(Path jars, WordCount words) {
    this.jars = jars;
    this.words = words;
  }

  @Override
  public String name() {
    return "tez";
  }

  @Override
  public boolean takesJobOptions() {
    return false;
  }

  /** Tez takes the classes of MapReduce's formats from its own libraries. */
  @Override
  public void prepare(Cluster cluster) throws IOException, BenchException, InterruptedException {
    List<Path> libraries = new ArrayList<>(matching(jars, "*.jar"));
    String mapReduce = cluster.site("mapred-site.xml").get("mapreduce.application.classpath");
    for (String entry : mapReduce.split(",", -1)) {
      if (entry.endsWith(ALL)) {
        Path directory = Path.of(entry.substring(0, entry.length() - ALL.length()));
        libraries.addAll(matching(directory, "hadoop-mapreduce-client-{core,common}-*.jar"));
      }
    }
    Hdfs hdfs = new Hdfs(cluster);
    hdfs.put(LIBRARIES, libraries.toArray(Path[]::new));
    hdfs.put(INPUT, words.writeFiles());
  }

  @Override
  public void run(Cluster cluster, String label)
      throws IOException, BenchException, InterruptedException {
    List<String> line =
        new ArrayList<>(List.of("jar", one("tez-examples-*.jar").toString(), "orderedwordcount"));
    line.add("-Dtez.lib.uris=hdfs://" + LIBRARIES);
    line.add("-Dtez.use.cluster.hadoop-libs=true");
    line.add("-Dtez.am.resource.memory.mb=" + CONTAINER_MB);
    line.add("-Dtez.task.resource.memory.mb=" + CONTAINER_MB);
    line.add("-Dtez.am.am-rm.heartbeat.interval-ms.max=" + heartbeatMs(cluster));
    switch (cluster.arm()) {
      case FORK_TUNED -> {
        line.add("-Dtez.am.launch.cmd-opts=" + Arm.SHORT_JVM + " " + PLAIN_GUICE);
        line.add("-Dtez.task.launch.cmd-opts=" + Arm.SHORT_JVM);
      }
      case KEPT -> line.add("-Dtez.am.launch.cmd-opts=" + PLAIN_GUICE);
      default -> {}
    }
    line.addAll(List.of(INPUT, output(label)));
    cluster.hadoop(
        out -> out.transferTo(OutputStream.nullOutputStream()),
        Path.of(jars + ALL),
        line.toArray(String[]::new));
  }

  /** As often as MapReduce's master. */
  private static String heartbeatMs(Cluster cluster) throws IOException {
    return cluster
        .site("mapred-site.xml")
        .get("yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms");
  }

  /** Words of the same number come in any order. */
  @Override
  public Map<String, String> collect(Cluster cluster, String label, Path results)
      throws IOException, BenchException, InterruptedException {
    return new Hdfs(cluster).takeUnordered(output(label));
  }

  private Path one(String pattern) throws IOException, BenchException {
    List<Path> found = matching(jars, pattern);
    if (found.size() != 1) {
      throw new BenchException(
          ExitCodes.FAILED, found.size() + " files " + pattern + " in " + jars + ", one expected");
    }
    return found.get(0);
  }

  private static List<Path> matching(Path directory, String pattern) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    PathMatcher matcher = directory.getFileSystem().getPathMatcher("glob:" + pattern);
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> matcher.matches(file.getFileName())).sorted().toList();
    }
  }

  private static String output(String label) {
    return Hdfs.path("tez-out-" + label);
  }
}
