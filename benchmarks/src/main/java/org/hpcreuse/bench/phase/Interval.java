/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.phase;

import java.util.Map;
import java.util.OptionalLong;

/** The spans between two phases that reports show. */
public enum Interval {
  LOAD("request → load", Phase.REQUEST, Phase.LOAD),
  HAND_OFF("request → running", Phase.REQUEST, Phase.RUNNING),
  FIRST_LINE("request → first log line", Phase.REQUEST, Phase.LOG),
  START_UP("request → application", Phase.REQUEST, Phase.APPLICATION),
  WORK("application → terminating", Phase.APPLICATION, Phase.TERMINATING),
  LEAVE("terminating → finishing", Phase.TERMINATING, Phase.FINISHING);

  private final String label;
  private final Phase from;
  private final Phase to;

  Interval(String label, Phase from, Phase to) {
    this.label = label;
    this.from = from;
    this.to = to;
  }

  /** How tables name it. */
  public String label() {
    return label;
  }

  /**
   * Its length in milliseconds; empty when a container never reached one of the two phases. Never
   * negative: two clocks a millisecond apart (a log line, a file's time) give 0.
   */
  public OptionalLong of(Map<Phase, Long> moments) {
    Long start = moments.get(from);
    Long end = moments.get(to);
    return start == null || end == null
        ? OptionalLong.empty()
        : OptionalLong.of(Math.max(0, end - start));
  }
}
