/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.micro;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import org.hpcreuse.classloader.FrameworkLoader;
import org.hpcreuse.classloader.SharedApiLoader;

/**
 * The jars of a Hadoop installation, in the order in which Hadoop's own class path has them. The
 * benchmarks name Hadoop's classes only as texts, as the slot does.
 */
final class HadoopJars {
  /** Where JMH's forks find the installation. */
  static final String HOME_VARIABLE = "HADOOP_HOME";

  private static final List<String> DIRECTORIES =
      List.of("common", "common/lib", "hdfs", "hdfs/lib", "mapreduce", "yarn", "yarn/lib");

  private final Path share;

  HadoopJars(Path home) {
    this.share = home.resolve("share/hadoop");
  }

  /** The installation that the environment names. */
  static HadoopJars fromEnvironment() {
    String home = System.getenv(HOME_VARIABLE);
    if (home == null || !Files.isDirectory(Path.of(home, "share/hadoop"))) {
      throw new IllegalStateException(
          HOME_VARIABLE + " = " + home + ": no share/hadoop there; bench micro sets it");
    }
    return new HadoopJars(Path.of(home));
  }

  /** What a pool of slots shares. The examples are users' code. */
  List<Path> framework() throws IOException {
    List<Path> jars = new ArrayList<>();
    for (String directory : DIRECTORIES) {
      // Installations differ in where they put the libraries.
      if (Files.isDirectory(share.resolve(directory))) {
        jars.addAll(jars(directory, name -> !isExamples(name) && !name.endsWith("-tests.jar")));
      }
    }
    return jars;
  }

  /** A jar of user code: MapReduce's examples. */
  Path examples() throws IOException {
    return jars("mapreduce", HadoopJars::isExamples).get(0);
  }

  private List<Path> jars(String directory, Predicate<String> wanted) throws IOException {
    List<Path> jars = new ArrayList<>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(share.resolve(directory), "*.jar")) {
      for (Path file : files) {
        if (wanted.test(file.getFileName().toString())) {
          jars.add(file.toRealPath());
        }
      }
    }
    Collections.sort(jars);
    return jars;
  }

  private static boolean isExamples(String name) {
    return name.contains("-examples-");
  }

  /** The framework's loader, as a slot has it. */
  FrameworkLoader load() throws IOException {
    return new FrameworkLoader(framework(), new SharedApiLoader(HadoopJars.class.getClassLoader()));
  }
}
