/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.conf;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The framework's class path below a HADOOP_HOME, in one order for everyone: containers (YARN's and
 * MapReduce's list one after the other) and the slots' framework loader.
 */
final class FrameworkPath {
  private static final List<String> YARN =
      List.of("common/*", "common/lib/*", "hdfs/*", "hdfs/lib/*", "yarn/*", "yarn/lib/*");
  private static final List<String> MAPREDUCE = List.of("mapreduce/*", "mapreduce/lib/*");

  private final Path share;
  private final List<String> additions;

  /** Hadoop alone. */
  FrameworkPath(Path hadoopHome) {
    this(hadoopHome, List.of());
  }

  private FrameworkPath(Path hadoopHome, List<String> additions) {
    share = hadoopHome.resolve("share/hadoop");
    this.additions = additions;
  }

  /**
   * Hadoop, and what this project offers to its jobs.
   *
   * @param libDir the project's jars
   */
  static FrameworkPath withOffers(Path hadoopHome, Path libDir) {
    return new FrameworkPath(hadoopHome, List.of(libDir.resolve("mpi-shuffle.jar").toString()));
  }

  /** What yarn.application.classpath has after the configuration directory. */
  List<String> yarn() {
    return below(YARN);
  }

  /** What mapreduce.application.classpath has. */
  List<String> mapReduce() {
    return Stream.concat(below(MAPREDUCE).stream(), additions.stream()).toList();
  }

  /** Both, as hpc-reuse.framework.classpath has them. */
  List<String> all() {
    return Stream.concat(yarn().stream(), mapReduce().stream()).toList();
  }

  private List<String> below(List<String> entries) {
    return entries.stream().map(e -> share + "/" + e).toList();
  }
}
