/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The jars of frameworks that are no part of the build: a script puts them together, once. */
final class FrameworkJars {
  private final Home home;
  private final Path logs;

  /**
   * For one run.
   *
   * @param home has the script
   * @param logs directory for what the script says
   */
  FrameworkJars(Home home, Path logs) {
    this.home = home;
    this.logs = logs;
  }

  /**
   * Those of a framework; takes minutes the first time.
   *
   * @param name such as {@code spark}
   * @return the directory that has them
   * @throws IOException when the script fails, or is not there
   */
  Path of(String name) throws IOException, InterruptedException {
    Path script = home.frameworkScript();
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
