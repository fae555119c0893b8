/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.run;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.JavaProcess;
import org.hpcreuse.bench.cluster.ResourceManager.Application;
import org.hpcreuse.bench.cluster.Site;
import org.hpcreuse.protocol.files.JdkRelease;

/**
 * What the arms with tuned forks need before their first sample: what a careful site can do for
 * containers without a pool. Not timed. A JVM that cannot use its archive or cache fails, so that
 * nothing else is measured.
 */
public final class ForkTuning {
  private static final int FIRST_AOT_JDK = 25;
  private static final String JARS = "/*";

  /** Marks classes of application loaders other than the JVM's, which no archive takes. */
  private static final String OTHER_LOADERS = " source: ";

  /** The options of MapReduce that have the arguments of JVMs, and those with their variables. */
  private static final List<String> ARGUMENTS =
      List.of(
          "yarn.app.mapreduce.am.command-opts",
          "mapreduce.map.java.opts",
          "mapreduce.reduce.java.opts");

  private static final List<String> VARIABLES =
      List.of("yarn.app.mapreduce.am.env", "mapreduce.map.env", "mapreduce.reduce.env");

  private final Cluster cluster;
  private final Path directory;

  /** The class path of containers, as an archive of classes wants it. */
  private final String path;

  private ForkTuning(Arm arm, Cluster host) throws IOException {
    cluster = host;
    directory = Files.createDirectories(host.dir().resolve(arm.toString()));
    path = archivedPath();
  }

  /** Refuses an arm that this machine cannot have: {@link Arm#FORK_AOT} without its JDK. */
  public static void check(Arm arm) throws IOException {
    if (arm == Arm.FORK_AOT) {
      aotJdk();
    }
  }

  /** The cluster that runs an arm, which is up, with the arm's options for its jobs. */
  static Cluster prepare(Arm arm, Cluster host) throws IOException, InterruptedException {
    return switch (arm) {
      case FORK_TUNED -> host.as(arm, new ForkTuning(arm, host).classArchive());
      case FORK_AOT -> host.as(arm, new ForkTuning(arm, host).aotCache(aotJdk()));
      default -> host.as(arm, arm.jobOptions());
    };
  }

  /** The newest JDK beside the one in use that has ahead-of-time caches. */
  private static Path aotJdk() throws IOException {
    Path here = Path.of(System.getProperty("java.home")).toRealPath();
    try (Stream<Path> homes = Files.list(here.getParent())) {
      Optional<Path> newest =
          homes
              .filter(home -> Files.isExecutable(home.resolve("bin/java")))
              .filter(home -> feature(home) >= FIRST_AOT_JDK)
              .max(Comparator.comparingInt(ForkTuning::feature));
      return newest.orElseThrow(
          () ->
              BenchException.usage("arm " + Arm.FORK_AOT + ": no JDK 25 or later beside " + here));
    }
  }

  /** The feature version that the JDK's file {@code release} tells; 0 when there is none. */
  private static int feature(Path home) {
    try {
      return JdkRelease.feature(home).orElse(0);
    } catch (IOException e) {
      return 0;
    }
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
    JavaProcess.run(
        "the making of the class data archive",
        Path.of(System.getProperty("java.home")),
        directory.resolve("dump.log"),
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

  /**
   * One ahead-of-time cache (JEP 483, 514, 515) for the containers of all kinds: classes that are
   * loaded and linked already, and profiles of methods. What is recorded is an ApplicationMaster
   * that runs its map and its reduce itself (uber mode): a JVM writes its record when it exits, and
   * the end of a job does not wait for its reduces.
   */
  private List<String> aotCache(Path javaHome) throws IOException, InterruptedException {
    Path recorded = directory.resolve("recorded.aotconf");
    Path cache = directory.resolve("cache.aot");
    List<String> onJdk =
        VARIABLES.stream().map(name -> "-D" + name + "=JAVA_HOME=" + javaHome).toList();
    List<String> record = new ArrayList<>(Arm.UBER.jobOptions());
    record.addAll(onJdk);
    String configuration = "-XX:AOTConfiguration=" + recorded;
    record.addAll(
        arguments("-XX:+UseSerialGC -XX:AOTMode=record " + configuration + " -cp " + path));
    runTrialJob(record);
    JavaProcess.run(
        "the making of the ahead-of-time cache",
        javaHome,
        directory.resolve("create.log"),
        Map.of(),
        List.of(
            "-XX:AOTMode=create",
            "-XX:+UseSerialGC",
            configuration,
            "-XX:AOTCache=" + cache,
            "-cp",
            path));
    String use = "-XX:+UseSerialGC -XX:AOTMode=on -XX:AOTCache=" + cache + " -cp " + path;
    List<String> options = new ArrayList<>(onJdk);
    options.addAll(arguments(use + ":$CLASSPATH"));
    return options;
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
    Site mapred = cluster.site("mapred-site.xml");
    List<String> options = new ArrayList<>();
    for (String name : ARGUMENTS) {
      options.add("-D" + name + "=" + mapred.get(name) + " " + added);
    }
    return options;
  }

  /**
   * Jars alone, named one by one, in the same order for all. The configuration is a jar, too, since
   * HotSpot refuses directories (JEP 310).
   */
  private String archivedPath() throws IOException {
    List<String> entries = new ArrayList<>(List.of(jarOf(cluster.conf()).toString()));
    String yarn = cluster.site("yarn-site.xml").get("yarn.application.classpath");
    String mapReduce = cluster.site("mapred-site.xml").get("mapreduce.application.classpath");
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

  private Path jarOf(Path conf) throws IOException {
    Path jar = directory.resolve("conf.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(out);
        Stream<Path> files = Files.list(conf)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        zip.putNextEntry(new ZipEntry(file.getFileName().toString()));
        Files.copy(file, zip);
        zip.closeEntry();
      }
    }
    return jar;
  }
}
