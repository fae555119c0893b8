/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.Map;

/**
 * One container as measured.
 *
 * @param container YARN's id
 * @param kind what it ran
 * @param launch {@code reuse}, {@code spawn} or {@code fork}: what in fact launched it, whatever
 *     the arm
 * @param reason why a container of a pool was forked; empty otherwise
 * @param slot the slot it ran in; −1 = none
 * @param at when it reached each phase, ms since the epoch; a phase it never reached is missing
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ContainerTimes(
    String container, Kind kind, String launch, String reason, int slot, Map<Phase, Long> at) {

  /** What a container ran. */
  public enum Kind {
    MASTER,
    MAP,
    REDUCE,
    /** A worker of another framework: an executor of Spark, a child of Tez. */
    WORKER,
    /** Its log says nothing that tells; it was killed before it began to work. */
    OTHER;

    /** As lines have it. */
    @JsonValue
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The moments in a container's life that both modes have, in milliseconds since the epoch on the
   * node's CLOCK_REALTIME. Where each comes from depends on the mode, see results/README.md; what
   * MPI has spawned is a fork here.
   */
  public enum Phase {
    REQUEST,
    LOAD,
    RUNNING,
    LOG,
    APPLICATION,
    TERMINATING,
    FINISHING;

    /** As lines have it. */
    @JsonValue
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
