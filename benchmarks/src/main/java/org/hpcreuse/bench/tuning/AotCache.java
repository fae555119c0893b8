/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.tuning;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.process.JavaProcess;
import org.hpcreuse.protocol.files.JdkRelease;

/**
 * One ahead-of-time cache (JEP 483, 514, 515) for the containers of all kinds: classes that are
 * loaded and linked already, and profiles of methods. It needs JDK 25 or later.
 *
 * <p>What is recorded is an ApplicationMaster that runs its map and its reduce itself (uber mode):
 * a JVM writes its record when it exits, and the end of a job does not wait for its reduces.
 */
public final class AotCache {
  private static final int FIRST_JDK = 25;

  private AotCache() {}

  /** The newest JDK beside the one in use that has such caches. */
  public static Optional<Path> jdk() throws IOException {
    Path here = Path.of(System.getProperty("java.home")).toRealPath();
    try (Stream<Path> homes = Files.list(here.getParent())) {
      return homes
          .filter(
              home -> Files.isExecutable(home.resolve("bin/java")) && feature(home) >= FIRST_JDK)
          .max(Comparator.comparingInt(AotCache::feature));
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
   * Makes it.
   *
   * @param cluster with forked containers; runs a job
   * @param directory for the cache
   * @param javaHome the JDK that runs the containers
   * @return the options of the jobs that use it
   */
  static List<String> make(Cluster cluster, Path directory, Path javaHome)
      throws IOException, BenchException, InterruptedException {
    ContainerJvms jvms = new ContainerJvms(cluster.site("mapred-site.xml"));
    String path = ArchivedPath.make(cluster.conf(), directory);
    Path recorded = directory.resolve("recorded.aotconf");
    Path cache = directory.resolve("cache.aot");
    List<String> record = new ArrayList<>(Arm.UBER.jobOptions());
    record.addAll(ContainerJvms.onJdk(javaHome.toString()));
    record.addAll(
        jvms.arguments(
            kind ->
                "-XX:+UseSerialGC -XX:AOTMode=record -XX:AOTConfiguration="
                    + recorded
                    + " -cp "
                    + path));
    TrialJob.run(cluster, record);
    JavaProcess.run(
        "the making of the ahead-of-time cache",
        javaHome,
        directory.resolve("create.log"),
        Map.of(),
        List.of(
            "-XX:AOTMode=create",
            "-XX:+UseSerialGC",
            "-XX:AOTConfiguration=" + recorded,
            "-XX:AOTCache=" + cache,
            "-cp",
            path));
    // A JVM that cannot use the cache fails, so that nothing else is measured.
    String use = "-XX:+UseSerialGC -XX:AOTMode=on -XX:AOTCache=" + cache + " -cp " + path;
    List<String> options = ContainerJvms.onJdk(javaHome.toString());
    options.addAll(jvms.arguments(kind -> use + ":$CLASSPATH"));
    return options;
  }
}
