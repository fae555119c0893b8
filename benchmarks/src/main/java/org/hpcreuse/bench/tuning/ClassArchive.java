/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.tuning;

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
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.process.JavaProcess;

/**
 * One class data archive for the containers of all kinds (AppCDS, JEP 310), made of the classes
 * that a job has loaded, the serial collector, and the first compiler alone: the best that was
 * found for short JVMs of JDK 17.
 */
final class ClassArchive {
  /** Lists of classes of application loaders other than the JVM's, which no archive takes. */
  private static final String OTHER_LOADERS = " source: ";

  private ClassArchive() {}

  /**
   * Makes it.
   *
   * @param cluster with forked containers; runs a job
   * @param directory for the archive
   * @return the options of the jobs that use it
   */
  static List<String> make(Cluster cluster, Path directory)
      throws IOException, BenchException, InterruptedException {
    ContainerJvms jvms = new ContainerJvms(cluster.site("mapred-site.xml"));
    String path = ArchivedPath.make(cluster.conf(), directory);
    TrialJob.run(
        cluster, jvms.arguments(kind -> "-XX:DumpLoadedClassList=" + directory + "/%p.classes"));
    Path classes = Files.write(directory.resolve("classes.txt"), classes(directory));
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
    String use =
        String.join(
            " ",
            Arm.SHORT_JVM,
            // A JVM that cannot use the archive fails, so that nothing else is measured.
            "-Xshare:on -XX:SharedArchiveFile=" + archive,
            "-cp " + path + ":$CLASSPATH");
    return jvms.arguments(kind -> use);
  }

  private static Set<String> classes(Path directory) throws IOException {
    List<Path> lists;
    try (Stream<Path> files = Files.list(directory)) {
      lists = files.filter(file -> file.toString().endsWith(".classes")).sorted().toList();
    }
    Set<String> all = new LinkedHashSet<>();
    for (Path list : lists) {
      List<String> lines = new ArrayList<>(Files.readAllLines(list));
      lines.removeIf(line -> line.contains(OTHER_LOADERS));
      all.addAll(lines);
    }
    return all;
  }
}
