/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.progress;

import java.io.PrintWriter;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A bar with the time left: for terminals. */
public final class BarProgress implements Progress {
  private final PrintWriter out;
  private final ProgressBar bar;
  private int current;

  /** Shows nothing yet. */
  public BarProgress(PrintWriter out, String name, int total) {
    this.out = out;
    bar =
        new ProgressBarBuilder()
            .setTaskName(name)
            .setInitialMax(total)
            .setStyle(ProgressBarStyle.ASCII)
            .build();
  }

  @Override
  public void begin(String what, int steps) {
    bar.stepBy(current);
    bar.setExtraMessage(what);
    current = steps;
  }

  @Override
  public void say(String line) {
    out.println();
    out.println(line);
    out.flush();
  }

  @Override
  public void close() {
    bar.close();
  }
}
