/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Draws PNG files by benchmarks/plots/plot.sh (matplotlib in a private Python environment). */
public final class Plots {
  private final Path script;

  /** Names the script. */
  public Plots(Path script) {
    this.script = script;
  }

  /**
   * Draws a run; without Python or its packages nothing is drawn, and a line says so.
   *
   * @param samples samples.jsonl; plots go beside it
   * @param log receives what the script prints
   * @param say receives the line
   */
  public void draw(Path samples, Path log, Consumer<String> say)
      throws IOException, InterruptedException {
    int status =
        new ProcessBuilder(script.toString(), samples.toString(), samples.getParent().toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start()
            .waitFor();
    say.accept(
        status == 0
            ? "plots: " + samples.getParent()
            : "no plots: plot.sh ended with status " + status + "; see " + log);
  }
}
