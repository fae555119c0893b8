/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hpcreuse.bench.cluster.BenchException;

/**
 * The project's own files.
 *
 * @param dir the project's directory
 */
public record Home(Path dir) {
  private static final String VARIABLE = "HPC_REUSE_HOME";

  /** The directory bin/hpc-reuse has put into the environment. */
  public static Home fromEnvironment() throws BenchException {
    String value = System.getenv(VARIABLE);
    if (value == null || !Files.isExecutable(Path.of(value, "bin/hpc-reuse"))) {
      throw BenchException.usage(VARIABLE + " = " + value + ": no bin/hpc-reuse there");
    }
    return new Home(Path.of(value).toAbsolutePath().normalize());
  }

  /** A file by its path in the project. */
  public Path file(String path) {
    return dir.resolve(path);
  }

  /** Where all jars are. */
  public Path jars() {
    return file("build/lib");
  }

  /** A jar of the build, such as {@code pagerank.jar}. */
  public Path jar(String name) {
    return jars().resolve(name);
  }

  /** Where the graphs of PageRank are, and the script that makes one. */
  public Path graphs() {
    return file("workloads/pagerank/graphs");
  }

  /**
   * The directory with the jars of a framework that is no part of the build, such as {@code spark}:
   * a script puts them together, which takes minutes the first time.
   *
   * @param logs directory for what the script says
   * @throws IOException when the script fails, or is not there, as in a package
   */
  public Path frameworkJars(String name, Path logs) throws IOException, InterruptedException {
    Path script = file("dev/framework.sh");
    if (!Files.isExecutable(script)) {
      throw new IOException("bench " + name + " needs the source tree: no " + script);
    }
    Path log = Files.createDirectories(logs).resolve("framework.log");
    Process process =
        new ProcessBuilder(script.toString(), name)
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.waitFor();
    if (status != 0) {
      throw new IOException(script + " " + name + " ended with status " + status + "; log: " + log);
    }
    return Path.of(printed.strip());
  }
}
