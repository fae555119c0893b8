/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.probe.process;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.hpcreuse.it.program.probe.report.Report;
import org.hpcreuse.it.program.probe.report.Sight;

/** The environment as Java has it and as a child process gets it. */
public final class EnvironmentSight implements Sight {
  @Override
  public void look(Report report) throws IOException, InterruptedException {
    System.getenv().forEach((name, value) -> report.put("env.java." + name, value));
    Process child = new ProcessBuilder(List.of("/usr/bin/env")).start();
    try (Stream<String> lines = child.inputReader().lines()) {
      lines.forEach(line -> variable(line, report));
    }
    child.waitFor();
  }

  private static void variable(String line, Report report) {
    int equals = line.indexOf('=');
    if (equals > 0) {
      report.put("env.native." + line.substring(0, equals), line.substring(equals + 1));
    }
  }
}
