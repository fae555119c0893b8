/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.protocol.ExitCodes;

/**
 * The project's own files.
 *
 * @param dir the project's directory
 */
record Home(Path dir) {
  private static final String VARIABLE = "HPC_REUSE_HOME";

  /** The directory bin/hpc-reuse has put into the environment. */
  static Home fromEnvironment() throws BenchException {
    String value = System.getenv(VARIABLE);
    if (value == null || !Files.isExecutable(Path.of(value, "bin/hpc-reuse"))) {
      throw new BenchException(
          ExitCodes.USAGE, VARIABLE + " = " + value + ": no bin/hpc-reuse there");
    }
    return new Home(Path.of(value).toAbsolutePath().normalize());
  }

  Path command() {
    return dir.resolve("bin/hpc-reuse");
  }

  Path jars() {
    return dir.resolve("build/lib");
  }

  Path pageRankJar() {
    return jars().resolve("pagerank.jar");
  }

  Path pageRankMpiJar() {
    return jars().resolve("pagerank-mpi.jar");
  }

  Path kmeansJar() {
    return jars().resolve("kmeans.jar");
  }

  Path manyClassesJar() {
    return jars().resolve("manyclasses.jar");
  }

  Path hostileJar() {
    return jars().resolve("hostile.jar");
  }

  Path mastersJar() {
    return jars().resolve("masters.jar");
  }

  /** The agent of slots that changes Hadoop's classes. */
  Path agentJar() {
    return jars().resolve("hadoop-agent.jar");
  }

  Path startDaemon() {
    return dir.resolve("launch/head/start-daemon.sh");
  }

  Path graphs() {
    return dir.resolve("workloads/pagerank/graphs");
  }

  /** Puts the jars of a framework together; in the source tree alone. */
  Path frameworkScript() {
    return dir.resolve("dev/framework.sh");
  }

  /** What belongs to a framework; in the source tree alone. */
  Path framework(String name) {
    return dir.resolve("frameworks").resolve(name);
  }

  Path plotScript() {
    return dir.resolve("benchmarks/plots/plot.sh");
  }

  Path runs() {
    return dir.resolve("results/runs");
  }

  Path clusters() {
    return dir.resolve(".hpc-reuse");
  }
}
