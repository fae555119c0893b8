/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.master.core;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** When the gang has reached what, microseconds since the epoch; for the log and for benchmarks. */
public final class Timeline {
  private final List<String> notes = new ArrayList<>();

  /** Now. */
  public void note(String what) {
    notes.add(what + "=" + ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()));
  }

  @Override
  public String toString() {
    return String.join(" ", notes);
  }
}
