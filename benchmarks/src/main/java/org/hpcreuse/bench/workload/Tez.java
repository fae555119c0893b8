/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.workload;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;

/**
 * Tez's own example OrderedWordCount, over the files of {@link WordCount}.
 *
 * @param jars directory of Tez's jars
 * @param words makes the input
 */
public record Tez(Path jars, WordCount words) implements Workload {
  private static final String LIBRARIES = Hdfs.path("tez");
  private static final String ALL = "/*";
  private static final String INPUT = Hdfs.path("tez-in");

  /** 80 % of it is the heap, which fits a slot of 1024 MiB. */
  private static final String CONTAINER_MB = "1000";

  /** Slots keep no classes of which one was generated (docs/frameworks.md). */
  private static final String PLAIN_GUICE = "-Dguice_bytecode_gen_option=DISABLED";

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
  public void prepare(Cluster cluster) throws IOException, InterruptedException {
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
  public void run(Cluster cluster, String label) throws IOException, InterruptedException {
    // As often as MapReduce's master.
    String heartbeatMs =
        cluster
            .site("mapred-site.xml")
            .get("yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms");
    List<String> line = new ArrayList<>(List.of("jar", examples().toString(), "orderedwordcount"));
    line.add("-Dtez.lib.uris=hdfs://" + LIBRARIES);
    line.add("-Dtez.use.cluster.hadoop-libs=true");
    line.add("-Dtez.am.resource.memory.mb=" + CONTAINER_MB);
    line.add("-Dtez.task.resource.memory.mb=" + CONTAINER_MB);
    line.add("-Dtez.am.am-rm.heartbeat.interval-ms.max=" + heartbeatMs);
    if (cluster.arm() == Arm.FORK_TUNED) {
      line.add("-Dtez.am.launch.cmd-opts=" + Arm.SHORT_JVM + " " + PLAIN_GUICE);
      line.add("-Dtez.task.launch.cmd-opts=" + Arm.SHORT_JVM);
    } else if (cluster.arm() == Arm.KEPT) {
      line.add("-Dtez.am.launch.cmd-opts=" + PLAIN_GUICE);
    }
    line.addAll(List.of(INPUT, output(label)));
    cluster.hadoop(
        out -> out.transferTo(OutputStream.nullOutputStream()),
        Path.of(jars + ALL),
        line.toArray(String[]::new));
  }

  /** Words of the same number come in any order. */
  @Override
  public Map<String, String> collect(Cluster cluster, String label, Path results)
      throws IOException, InterruptedException {
    return new Hdfs(cluster).takeUnordered(output(label));
  }

  private Path examples() throws IOException {
    List<Path> found = matching(jars, "tez-examples-*.jar");
    if (found.size() != 1) {
      throw BenchException.failed(
          found.size() + " files tez-examples-*.jar in " + jars + ", one expected");
    }
    return found.get(0);
  }

  private static List<Path> matching(Path directory, String pattern) throws IOException {
    List<Path> found = new ArrayList<>();
    if (Files.isDirectory(directory)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, pattern)) {
        files.forEach(found::add);
      }
    }
    Collections.sort(found);
    return found;
  }
}
