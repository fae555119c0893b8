/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.mpi.program;

import java.util.LinkedHashMap;
import java.util.Map;

/** The times from a run's beginnings to what a program has reached. */
final class Spans {
  private static final long NANOS_PER_MICRO = 1000;

  private final Moments run;
  private final Map<String, Long> nanos = new LinkedHashMap<>();

  Spans(Moments run) {
    this.run = run;
  }

  /**
   * Adds what leads to a moment.
   *
   * @param what its name in tables
   * @param micros the moment
   */
  Spans to(String what, long micros) {
    run.places().ifPresent(from -> put("places → " + what, micros - from));
    run.master().ifPresent(from -> put("master → " + what, micros - from));
    put("command → " + what, micros - run.command());
    return this;
  }

  /** All of them, and how long the command took. */
  Map<String, Long> withEnd() {
    put("command → end", run.end() - run.command());
    return nanos;
  }

  private void put(String name, long micros) {
    nanos.put(name, micros * NANOS_PER_MICRO);
  }
}
