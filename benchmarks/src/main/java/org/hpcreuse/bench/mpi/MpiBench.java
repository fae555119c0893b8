/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.mpi;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.hpcreuse.bench.mpi.program.PingPongProgram;
import org.hpcreuse.bench.mpi.program.PrimeProgram;
import org.hpcreuse.bench.mpi.program.Program;
import org.hpcreuse.bench.mpi.program.StartProgram;
import org.hpcreuse.bench.samples.MpiRun.Starter;

/** A benchmark of MPI programs. */
public enum MpiBench {
  /** How long it takes until all ranks run. */
  MPI_START {
    @Override
    List<Program> programs(Path jars) {
      return List.of(new StartProgram(jars.resolve("mpistart.jar")));
    }
  },
  /** Counting prime numbers, until the result is there; a short and a longer count. */
  PRIMECOUNT {
    @Override
    List<Program> programs(Path jars) {
      Path jar = jars.resolve("primecount.jar");
      return List.of(
          new PrimeProgram(jar, 1_000_000, 78_498), new PrimeProgram(jar, 10_000_000, 664_579));
    }
  },
  /** Messages between two ranks, over MPI and over message queues. */
  PINGPONG {
    @Override
    List<Program> programs(Path jars) {
      return List.of(
          overMpi(jars, "array"),
          overMpi(jars, "direct"),
          overQueue(jars, "jeromq"),
          overQueue(jars, "activemq"));
    }

    @Override
    public List<Starter> starters() {
      return List.of(Starter.GANG, Starter.MPIRUN);
    }

    @Override
    public List<Integer> ranks() {
      return List.of(2);
    }
  };

  private static final int MESSAGE_ROUNDS = 100;

  /** A message of theirs takes a hundred times as long. */
  private static final int QUEUE_ROUNDS = 10;

  private static final String SLOTS = "--slots";

  /**
   * What runs.
   *
   * @param jars the directory of the jars
   */
  abstract List<Program> programs(Path jars);

  /** Who starts the programs, unless the user says otherwise. */
  public List<Starter> starters() {
    return List.of(Starter.values());
  }

  /** With how many ranks, unless the user says otherwise. */
  public List<Integer> ranks() {
    return List.of(1, 2, 4, 8);
  }

  /**
   * Words for {@code hpc-reuse up}: a slot for each rank of the largest gang and one for its
   * master, unless the user has asked for others.
   *
   * @param counts of ranks
   * @param users further words, from the user
   */
  public List<String> upOptions(List<Integer> counts, List<String> users) {
    List<String> words = new ArrayList<>();
    if (users.stream().noneMatch(word -> word.equals(SLOTS) || word.startsWith(SLOTS + "="))) {
      words.addAll(List.of(SLOTS, (Collections.max(counts) + 1) + "x512", "--spares", "0"));
    }
    words.addAll(users);
    return words;
  }

  private static Program overMpi(Path jars, String buffers) {
    return new PingPongProgram(
        jars.resolve("pingpong.jar"),
        "org.hpcreuse.workload.pingpong.PingPong",
        buffers,
        MESSAGE_ROUNDS);
  }

  private static Program overQueue(Path jars, String queue) {
    return new PingPongProgram(
        jars.resolve("pingpong-queues.jar"),
        "org.hpcreuse.workload.queues.QueuePingPong",
        queue,
        QUEUE_ROUNDS);
  }

  /** Its name on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
