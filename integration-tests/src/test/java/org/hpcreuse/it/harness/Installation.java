/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hpcreuse.protocol.files.JavaClassPath;

/** Where the things are that the tests need; when one is missing, which command makes it. */
public final class Installation {
  private static final Path ROOT = Path.of(System.getProperty("hpc-reuse.it.root", ".."));
  private static final List<String> MODULES =
      List.of(
          "protocol",
          "classloader",
          "mpi-api",
          "port-access",
          "hadoop-agent",
          "training",
          "cleanup-boot",
          "cleanup-agent",
          "pool-daemon",
          "slot",
          "slot-mpi",
          "user-code",
          "user-code-boot");

  private Installation() {}

  /** The top directory of the project. */
  public static Path root() {
    return ROOT.toAbsolutePath().normalize();
  }

  /** The directory whose content tests leave behind on failure. */
  public static Path target() {
    return root().resolve("integration-tests/target");
  }

  /**
   * This project's jars as they were built just now, with JNA, copied into {@code lib}, with their
   * times: a class data archive is good for these alone.
   */
  public static void copyLibraries(Path lib) throws IOException {
    Files.createDirectories(lib);
    for (String module : MODULES) {
      Path jar = root().resolve(module).resolve("target").resolve(module + ".jar");
      require(jar, "bin/hpc-reuse build");
      Files.copy(jar, lib.resolve(jar.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
    }
    Files.copy(
        jarOf(com.sun.jna.Native.class),
        lib.resolve("jna.jar"),
        StandardCopyOption.COPY_ATTRIBUTES);
    Files.copy(jarOf(org.HdrHistogram.Histogram.class), lib.resolve("hdr-histogram.jar"));
    Files.copy(
        jarOf(com.fasterxml.jackson.databind.ObjectMapper.class), lib.resolve("databind.jar"));
    Files.copy(jarOf(com.fasterxml.jackson.core.JsonFactory.class), lib.resolve("core.jar"));
    Files.copy(
        jarOf(com.fasterxml.jackson.annotation.JsonProperty.class), lib.resolve("annotation.jar"));
  }

  /** What {@code build/mpi/mpi.env} says: MPI_JAR, MPI_LIBRARY_PATH, MPIRUN, MPI_VERSION. */
  public static Map<String, String> mpi() {
    Path file = root().resolve("build/mpi/mpi.env");
    require(file, "bin/hpc-reuse setup");
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .filter(line -> line.indexOf('=') > 0)
          .collect(
              Collectors.toMap(
                  line -> line.substring(0, line.indexOf('=')),
                  line -> line.substring(line.indexOf('=') + 1)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The Hadoop that the build puts together, or HADOOP_HOME when it is set. */
  public static Path hadoopHome() {
    Optional<String> users = Optional.ofNullable(System.getenv("HADOOP_HOME"));
    Path home =
        users.map(Path::of).orElseGet(() -> root().resolve("hadoop-home/target/hadoop-3.5.0"));
    require(home, "bin/hpc-reuse build");
    return home;
  }

  /** Hadoop's jars in the order of its own class path, with wildcards. */
  public static String hadoopClassPath() {
    Path share = hadoopHome().resolve("share/hadoop");
    return Stream.of("common", "common/lib", "hdfs", "hdfs/lib", "yarn", "yarn/lib", "mapreduce")
        .map(share::resolve)
        .filter(Files::isDirectory)
        .map(dir -> dir + "/*")
        .collect(Collectors.joining(":"));
  }

  /** The jars of {@link #hadoopClassPath()}, in order. */
  public static List<String> hadoopJars() throws IOException {
    return JavaClassPath.expand(hadoopClassPath(), Path.of("/"));
  }

  /** The JDK the tests run on. */
  public static Path javaHome() {
    return Path.of(System.getProperty("java.home"));
  }

  /** The jar (or directory) a class comes from. */
  public static Path jarOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(type + " has no file", e);
    }
  }

  private static void require(Path path, String command) {
    if (!Files.exists(path)) {
      throw new IllegalStateException(path + " is missing; make it with: " + command);
    }
  }
}
