/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.process;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.cleanup.step.ReleaseReport;

/**
 * How long a launch or a release has taken, by step, in the order the steps were first run. A step
 * that runs twice counts once, with its sum. Thread-safe: a container that is killed may still be
 * on its way to main().
 */
public final class StepTimes {
  private final long startNanos;

  /** Guarded by this. */
  private final Map<String, Long> steps = new LinkedHashMap<>();

  /** Guarded by this. */
  private long micros;

  /**
   * Begins.
   *
   * @param startNanos {@link System#nanoTime()} when the first step began
   */
  public StepTimes(long startNanos) {
    this.startNanos = startNanos;
  }

  /** Adds the steps of chains. */
  public void add(ReleaseReport report) {
    report.steps().forEach(outcome -> add(outcome.step(), outcome.micros()));
  }

  /**
   * Adds a step that ends now.
   *
   * @return {@link System#nanoTime()} now, for the next step
   */
  public long addSince(String what, long beginNanos) {
    long now = System.nanoTime();
    add(what, TimeUnit.NANOSECONDS.toMicros(now - beginNanos));
    return now;
  }

  private synchronized void add(String what, long stepMicros) {
    steps.merge(what, stepMicros, Long::sum);
  }

  /** All is over now. */
  public synchronized void end() {
    micros = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - startNanos);
  }

  /** From the begin to the end, microseconds. */
  public synchronized long micros() {
    return micros;
  }

  /** Microseconds by step, up to now. */
  public synchronized Map<String, Long> steps() {
    return new LinkedHashMap<>(steps);
  }
}
