/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.samples;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * An MPI program that has run once.
 *
 * @param program what ran
 * @param starter who started its ranks
 * @param ranks how many
 * @param round number of the round, from 0
 * @param startedMs when the command was given, ms since the epoch
 * @param nanos what was measured, nanoseconds, by name, in the order of the table
 */
public record MpiRun(
    String program, Starter starter, int ranks, int round, long startedMs, Map<String, Long> nanos)
    implements Entry {
  /** What starts the ranks of an MPI program. */
  public enum Starter {
    /** {@code hpc-reuse mpi}: slots, which live already. */
    @JsonProperty("gang")
    GANG,
    /** A resident rank, by MPI_Comm_spawn. */
    @JsonProperty("spawn")
    SPAWN,
    /** mpirun. */
    @JsonProperty("mpirun")
    MPIRUN;

    /** Its name in options and tables. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public MpiRun {
    nanos = Collections.unmodifiableMap(new LinkedHashMap<>(nanos));
  }
}
