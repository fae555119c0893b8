/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.ResourceManager.Application;

/**
 * What the arm with tuned forks needs before its first sample: what a careful site can do for
 * containers without a pool. Not timed. A JVM that cannot use its archive fails, so that nothing
 * else is measured.
 */
final class ForkTuning {
  private static final String JARS = "/*";

  /** Marks classes of application loaders other than the JVM's, which no archive takes. */
  private static final String OTHER_LOADERS = " source: ";

  /** The options of MapReduce that have the arguments of JVMs. */
  private static final List<String> ARGUMENTS =
      List.of(
          "yarn.app.mapreduce.am.command-opts",
          "mapreduce.map.java.opts",
          "mapreduce.reduce.java.opts");

  private final Cluster cluster;
  private final Path directory;

  /** The class path of containers, as an archive of classes wants it. */
  private final String path;

  private ForkTuning(Cluster host, Path directory) throws IOException {
    cluster = host;
    this.directory = Files.createDirectories(directory);
    path = archivedPath();
  }

  /** The cluster that runs an arm, which is up, with the arm's options for its jobs. */
  static Cluster prepare(Arm arm, Cluster host) throws IOException, InterruptedException {
    return host.as(
        arm,
        arm == Arm.FORK_TUNED
            ? jobOptions(host, host.dir().resolve(arm.toString()))
            : arm.jobOptions());
  }

  /**
   * Makes the archive.
   *
   * @param host a cluster that is up and forks its containers
   * @param directory for the archive, which clusters of the same Hadoop may use
   * @return the options of a job with tuned JVMs
   */
  static List<String> jobOptions(Cluster host, Path directory)
      throws IOException, InterruptedException {
    return new ForkTuning(host, directory).classArchive();
  }

  /**
   * One class data archive for the containers of all kinds (AppCDS, JEP 310), made of the classes
   * that a job has loaded, the serial collector, and the first compiler alone: the best that was
   * found for short JVMs of JDK 17.
   */
  private List<String> classArchive() throws IOException, InterruptedException {
    runTrialJob(arguments("-XX:DumpLoadedClassList=" + directory + "/%p.classes"));
    Path classes = Files.write(directory.resolve("classes.txt"), loadedClasses());
    Path archive = directory.resolve("classes.jsa");
    cluster
        .commands()
        .java(
            Map.of(),
            List.of(
                "-Xshare:dump",
                "-XX:SharedClassListFile=" + classes,
                "-XX:SharedArchiveFile=" + archive,
                "-cp",
                path));
    String use = Arm.SHORT_JVM + " -Xshare:on -XX:SharedArchiveFile=" + archive;
    return arguments(use + " -cp " + path + ":$CLASSPATH");
  }

  private Set<String> loadedClasses() throws IOException {
    Set<String> all = new LinkedHashSet<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path list :
          files.filter(file -> file.toString().endsWith(".classes")).sorted().toList()) {
        all.addAll(Files.readAllLines(list));
      }
    }
    all.removeIf(line -> line.contains(OTHER_LOADERS));
    return all;
  }

  /** Runs a job that has an ApplicationMaster, a map and a reduce, to see what JVMs load. */
  private void runTrialJob(List<String> options) throws IOException, InterruptedException {
    Set<String> before = cluster.applicationIds();
    Cluster tried = cluster.as(cluster.arm(), options);
    tried.hadoop(tried.example("pi", "1", "10"));
    for (Application application : cluster.endedSince(before)) {
      cluster.containers(application.id());
    }
  }

  /** Options of a job that add arguments to those that the cluster has for JVMs of each kind. */
  private List<String> arguments(String added) throws IOException {
    List<String> options = new ArrayList<>();
    for (String name : ARGUMENTS) {
      options.add("-D" + name + "=" + cluster.property("mapred-site.xml", name) + " " + added);
    }
    return options;
  }

  /**
   * Jars alone, named one by one, in the same order for all. The configuration comes after them,
   * since HotSpot refuses directories (JEP 310); no jar has a file of the same name.
   */
  private String archivedPath() throws IOException {
    List<String> entries = new ArrayList<>();
    String yarn = cluster.property("yarn-site.xml", "yarn.application.classpath");
    String mapReduce = cluster.property("mapred-site.xml", "mapreduce.application.classpath");
    for (String entry : (yarn + "," + mapReduce).split(",", -1)) {
      Path jars = Path.of(entry.replace(JARS, ""));
      // A directory that is not there is left out, as in Hadoop's own class path.
      if (entry.endsWith(JARS) && Files.isDirectory(jars)) {
        try (Stream<Path> files = Files.list(jars)) {
          files
              .map(Path::toString)
              .filter(name -> name.endsWith(".jar"))
              .sorted()
              .forEach(entries::add);
        }
      }
    }
    return String.join(":", entries);
  }
}
