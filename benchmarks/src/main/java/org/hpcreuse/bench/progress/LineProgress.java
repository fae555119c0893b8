/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.progress;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/** A line for every step: for logs. */
public final class LineProgress implements Progress {
  private final PrintWriter out;
  private final int total;
  private final long start = System.nanoTime();
  private int done;

  /** Shows nothing yet. */
  public LineProgress(PrintWriter out, int total) {
    this.out = out;
    this.total = total;
  }

  @Override
  public void begin(String what, int steps) {
    long seconds = Duration.ofNanos(System.nanoTime() - start).toSeconds();
    say(String.format(Locale.ROOT, "[%d/%d, %d s] %s", done + 1, total, seconds, what));
    done += steps;
  }

  @Override
  public void say(String line) {
    out.println(line);
    out.flush();
  }

  @Override
  public void close() {
    out.flush();
  }
}
