/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.mpi.program;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.OptionalLong;

/**
 * A program that has run once: what it has printed and when, microseconds since the epoch. All
 * processes are on one machine, so that there is one clock.
 *
 * @param command when the command was given, or when the resident rank was to begin
 * @param master when the ApplicationMaster had registered; only of a gang
 * @param places when there was a place for each rank: YARN had given all containers, or
 *     MPI_Comm_spawn was called; not of mpirun, whose command names its places
 * @param end when the command was over
 * @param lines what the program has printed
 */
public record Moments(
    long command, OptionalLong master, OptionalLong places, long end, List<Line> lines) {
  public Moments {
    lines = List.copyOf(lines);
  }

  /** The clock of all moments. */
  public static long now() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }
}
