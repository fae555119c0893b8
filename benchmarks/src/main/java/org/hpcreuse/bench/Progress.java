/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Tells a person how far a run is: on a terminal by a bar with the time left, elsewhere by a line
 * for every step. Thread-safe.
 */
final class Progress implements AutoCloseable {
  /** Set by bench.sh when standard error is a terminal. */
  private static final String TERMINAL = "hpc-reuse.terminal";

  private final PrintWriter out;
  private final int total;
  private final long start = System.nanoTime();
  private final ProgressBar bar;
  private int done;
  private int current;

  /** Shows nothing yet; {@code total} steps will be done. */
  Progress(PrintWriter out, String name, int total) {
    this.out = out;
    this.total = total;
    bar =
        Boolean.getBoolean(TERMINAL)
            ? new ProgressBarBuilder()
                .setTaskName(name)
                .setInitialMax(total)
                .setStyle(ProgressBarStyle.ASCII)
                .build()
            : null;
  }

  /** This step is done now. */
  synchronized void begin(String what) {
    if (bar != null) {
      bar.stepBy(current);
      bar.setExtraMessage(what);
      current = 1;
    } else {
      done++;
      long seconds = Duration.ofNanos(System.nanoTime() - start).toSeconds();
      say(String.format(Locale.ROOT, "[%d/%d, %d s] %s", done, total, seconds, what));
    }
  }

  /** A line that stays. */
  synchronized void say(String line) {
    if (bar != null) {
      out.println();
    }
    out.println(line);
    out.flush();
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
