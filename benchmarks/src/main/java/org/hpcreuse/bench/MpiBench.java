/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.hpcreuse.bench.MpiProgram.PingPong;
import org.hpcreuse.bench.MpiProgram.PrimeCount;
import org.hpcreuse.bench.MpiProgram.Start;

/** A benchmark of MPI programs. */
public enum MpiBench {
  /** How long it takes until all ranks run. */
  MPI_START,
  /** Counting prime numbers, until the result is there; a short and a longer count. */
  PRIMECOUNT,
  /** Messages between two ranks, over MPI and over message queues. */
  PINGPONG;

  private static final String SLOTS = "--slots";

  /** What runs. A message of a queue takes a hundred times as long, so it has fewer rounds. */
  List<MpiProgram> programs() {
    return switch (this) {
      case MPI_START -> List.of(new Start());
      case PRIMECOUNT ->
          List.of(new PrimeCount(1_000_000, 78_498), new PrimeCount(10_000_000, 664_579));
      case PINGPONG ->
          List.of(
              new PingPong("pingpong", "array", 100),
              new PingPong("pingpong", "direct", 100),
              new PingPong("queues", "jeromq", 10),
              new PingPong("queues", "activemq", 10));
    };
  }

  /** Who starts the programs, unless the user says otherwise. */
  List<Starter> starters() {
    return this == PINGPONG ? List.of(Starter.GANG, Starter.MPIRUN) : List.of(Starter.values());
  }

  /** With how many ranks, unless the user says otherwise. */
  List<Integer> ranks() {
    return this == PINGPONG ? List.of(2) : List.of(1, 2, 4, 8);
  }

  /**
   * Words for {@code hpc-reuse up}, with those of the user: a slot for each rank of the largest
   * gang and one for its master, unless the user has asked for others.
   */
  List<String> upOptions(List<Integer> counts, List<String> users) {
    List<String> words = new ArrayList<>();
    if (users.stream().noneMatch(word -> word.equals(SLOTS) || word.startsWith(SLOTS + "="))) {
      words.addAll(List.of(SLOTS, (Collections.max(counts) + 1) + "x512", "--spares", "0"));
    }
    words.addAll(users);
    return words;
  }

  /** Its name on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
