/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.micro;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
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
    for (Path directory : directories()) {
      try (Stream<Path> files = Files.list(directory)) {
        files.filter(HadoopJars::isFramework).sorted().forEach(jars::add);
      }
    }
    List<Path> real = new ArrayList<>();
    for (Path jar : jars) {
      real.add(jar.toRealPath());
    }
    return real;
  }

  /** Installations differ in where they put the libraries. */
  private List<Path> directories() {
    return DIRECTORIES.stream().map(share::resolve).filter(Files::isDirectory).toList();
  }

  /** A jar of user code: MapReduce's examples. */
  Path examples() throws IOException {
    try (Stream<Path> files = Files.list(share.resolve("mapreduce"))) {
      return files
          .filter(file -> isJar(file) && isExamples(file))
          .findFirst()
          .orElseThrow(() -> new IllegalStateException("no examples in " + share))
          .toRealPath();
    }
  }

  /** The framework's loader, as a slot has it. */
  FrameworkLoader load() throws IOException {
    return new FrameworkLoader(framework(), new SharedApiLoader(HadoopJars.class.getClassLoader()));
  }

  private static boolean isFramework(Path file) {
    return isJar(file) && !isExamples(file) && !name(file).endsWith("-tests.jar");
  }

  private static boolean isJar(Path file) {
    return name(file).endsWith(".jar");
  }

  private static boolean isExamples(Path file) {
    return name(file).contains("-examples-");
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }
}
