/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.workload;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.Commands;

/** Applications of other frameworks than MapReduce. Each publishes its jars, as a site does. */
public final class Frameworks {
  private Frameworks() {}

  /** Words of a command line, none of which has a blank in it. */
  private static List<String> words(String line) {
    return new ArrayList<>(List.of(line.split(" ", -1)));
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

  /**
   * A Spark program in cluster mode: a map and a reduce, then ten queries, with two executors.
   *
   * @param jars directory of Spark's jars; the program's jar is beside it
   */
  public record Spark(Path jars) implements Workload {
    private static final String QUERIES = "10";
    private static final String ARCHIVE = "spark.zip";

    /** What Spark's own launcher opens (JavaModuleOptions), as far as its client needs it. */
    private static final String OPENED =
        "java.lang java.lang.invoke java.io java.net java.nio java.util java.util.concurrent"
            + " sun.nio.ch sun.nio.cs";

    /** A heap with what it takes beside fits a slot of 768 MiB. */
    private static final String SUBMIT =
        "org.apache.spark.deploy.SparkSubmit --master yarn --deploy-mode cluster --num-executors 2"
            + " --driver-memory 600m --conf spark.driver.memoryOverhead=360m"
            + " --executor-memory 600m --conf spark.executor.memoryOverhead=360m"
            + " --class SparkProgram --conf spark.yarn.archive=hdfs://"
            + Hdfs.path(ARCHIVE);

    @Override
    public String name() {
      return "spark";
    }

    @Override
    public boolean takesJobOptions() {
      return false;
    }

    @Override
    public void prepare(Cluster cluster) throws IOException, InterruptedException {
      Path archive = cluster.dir().resolve(ARCHIVE);
      List<String> create = words("--create --no-manifest --no-compress --file");
      create.addAll(List.of(archive.toString(), "-C", jars.toString(), "."));
      Commands.jdkTool("jar", create);
      try {
        new Hdfs(cluster).put(Hdfs.BASE, List.of(archive));
      } finally {
        Files.deleteIfExists(archive);
      }
    }

    @Override
    public void run(Cluster cluster, String label) throws IOException, InterruptedException {
      List<String> line = new ArrayList<>();
      for (String name : words(OPENED)) {
        line.add("--add-opens=java.base/" + name + "=ALL-UNNAMED");
      }
      line.addAll(List.of("-cp", cluster.conf() + ":" + jars + "/*"));
      line.addAll(words(SUBMIT));
      if (cluster.arm() == Arm.FORK_TUNED) {
        for (String kind : List.of("driver", "executor")) {
          line.addAll(List.of("--conf", "spark." + kind + ".extraJavaOptions=" + Arm.SHORT_JVM));
        }
      }
      line.add(jars.resolveSibling("spark-program.jar").toString());
      line.addAll(List.of("0", QUERIES, output(label)));
      cluster.commands().java(Map.of("HADOOP_CONF_DIR", cluster.conf().toString()), line);
    }
  }

  /**
   * A Flink program in application mode: sums by key, with checkpoints and two TaskManagers.
   *
   * @param home directory that has Flink's jars in lib; the program is beside it
   * @param conf directory of Flink's configuration
   */
  public record Flink(Path home, Path conf) implements Workload {
    private static final String RECORDS = "100000";

    /** A record takes no time of its own. */
    private static final String MICROS = "0";

    private static final String PUBLISHED = Hdfs.path("flink");
    private static final String CHECKPOINTS = Hdfs.path("flink-checkpoints");
    private static final String SUBMIT =
        "org.apache.flink.client.cli.CliFrontend run --target yarn-application"
            + " -Dyarn.provided.lib.dirs=hdfs://"
            + PUBLISHED
            + "/lib -Dexecution.checkpointing.dir=hdfs://"
            + CHECKPOINTS;

    @Override
    public String name() {
      return "flink";
    }

    @Override
    public boolean takesJobOptions() {
      return false;
    }

    @Override
    public void prepare(Cluster cluster) throws IOException, InterruptedException {
      new Hdfs(cluster).put(PUBLISHED, List.of(home.resolve("lib")));
    }

    /** The client is done when the job runs, so that its end is waited for here. */
    @Override
    public void run(Cluster cluster, String label) throws IOException, InterruptedException {
      String hadoop = cluster.property("yarn-site.xml", "yarn.application.classpath");
      List<String> line = new ArrayList<>();
      line.add("-Dlog4j.configurationFile=" + conf.resolve("log4j-cli.properties"));
      line.add("--add-opens=java.base/java.util=ALL-UNNAMED");
      line.addAll(List.of("-cp", home + "/lib/*:" + hadoop.replace(',', ':')));
      line.addAll(words(SUBMIT));
      if (cluster.arm() == Arm.FORK_TUNED) {
        for (String kind : List.of("jobmanager", "taskmanager")) {
          line.add("-Denv.java.opts." + kind + "=" + Arm.SHORT_JVM);
        }
      }
      line.addAll(List.of("--class", "FlinkProgram", home + "-program.jar"));
      line.addAll(List.of(RECORDS, MICROS, "hdfs://" + output(label)));
      Set<String> before = cluster.applicationIds();
      cluster
          .commands()
          .java(
              Map.of(
                  "HADOOP_CONF_DIR", cluster.conf().toString(), "FLINK_CONF_DIR", conf.toString()),
              line);
      cluster.endedSince(before);
    }

    /** The last sum of each key; which sums come before it depends on the order of the tasks. */
    @Override
    public Map<String, String> collect(Cluster cluster, String label, Path results)
        throws IOException, InterruptedException {
      Hdfs hdfs = new Hdfs(cluster);
      Map<String, Long> sums = new TreeMap<>();
      for (String line : hdfs.text(Hdfs.parts(output(label) + "/*")).lines().toList()) {
        String[] pair = line.split(" ", -1);
        sums.merge(pair[0], Long.valueOf(pair[1]), Math::max);
      }
      hdfs.remove(output(label), CHECKPOINTS);
      return Map.of("sums", sums.toString());
    }
  }

  /**
   * Tez's own example OrderedWordCount, over the files of a word count.
   *
   * @param jars directory of Tez's jars
   * @param words makes the input
   */
  public record Tez(Path jars, MapReduceJobs.WordCount words) implements Workload {
    private static final String LIBRARIES = Hdfs.path("tez");
    private static final String ALL = "/*";
    private static final String INPUT = Hdfs.path("tez-in");

    /** 80 % of a container is the heap, which fits a slot of 1024 MiB. */
    private static final String OPTIONS =
        "orderedwordcount -Dtez.use.cluster.hadoop-libs=true -Dtez.am.resource.memory.mb=1000"
            + " -Dtez.task.resource.memory.mb=1000 -Dtez.lib.uris=hdfs://"
            + LIBRARIES;

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
      String mapReduce = cluster.property("mapred-site.xml", "mapreduce.application.classpath");
      for (String entry : mapReduce.split(",", -1)) {
        if (entry.endsWith(ALL)) {
          Path directory = Path.of(entry.substring(0, entry.length() - ALL.length()));
          libraries.addAll(matching(directory, "hadoop-mapreduce-client-{core,common}-*.jar"));
        }
      }
      Hdfs hdfs = new Hdfs(cluster);
      hdfs.put(LIBRARIES, libraries);
      hdfs.put(INPUT, words.writeFiles());
    }

    @Override
    public void run(Cluster cluster, String label) throws IOException, InterruptedException {
      List<Path> examples = matching(jars, "tez-examples-*.jar");
      if (examples.size() != 1) {
        throw BenchException.failed(
            examples.size() + " files tez-examples-*.jar in " + jars + ", one expected");
      }
      List<String> line = new ArrayList<>(List.of("jar", examples.get(0).toString()));
      line.addAll(Frameworks.words(OPTIONS));
      // As often as MapReduce's master.
      String heartbeat = "yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms";
      line.add(
          "-Dtez.am.am-rm.heartbeat.interval-ms.max="
              + cluster.property("mapred-site.xml", heartbeat));
      if (cluster.arm() == Arm.FORK_TUNED) {
        line.add("-Dtez.am.launch.cmd-opts=" + Arm.SHORT_JVM + " " + PLAIN_GUICE);
        line.add("-Dtez.task.launch.cmd-opts=" + Arm.SHORT_JVM);
      } else if (cluster.arm() == Arm.KEPT) {
        line.add("-Dtez.am.launch.cmd-opts=" + PLAIN_GUICE);
      }
      line.addAll(List.of(INPUT, output(label)));
      cluster.hadoop(Commands::utf8, Path.of(jars + ALL), line.toArray(String[]::new));
    }

    /** Words of the same number come in any order. */
    @Override
    public Map<String, String> collect(Cluster cluster, String label, Path results)
        throws IOException, InterruptedException {
      Hdfs hdfs = new Hdfs(cluster);
      String digest = hdfs.unorderedDigest(output(label));
      hdfs.remove(output(label));
      return Map.of("sha256", digest);
    }
  }
}
