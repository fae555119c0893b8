/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pingpong;

import java.util.Arrays;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/**
 * What a program is to measure.
 *
 * @param way of the messages
 * @param rounds for each size
 * @param largest message, bytes
 */
public record Arguments(String way, int rounds, int largest) {
  private static final int USAGE = 2;
  private static final int DEFAULT_LARGEST = 4 << 20;

  /**
   * Reads {@code WAY ROUNDS [LARGEST]}, or ends the process.
   *
   * @param program its name
   * @param ways separated by {@code |}
   */
  public static Arguments read(String program, String ways, String... words) {
    boolean valid =
        (words.length == 2 || words.length == 3)
            && words[0].matches(ways)
            && Arrays.stream(words).skip(1).allMatch(word -> word.matches("[1-9][0-9]{0,7}"));
    if (!valid) {
      System.err.println("usage: " + program + " " + ways + " ROUNDS [LARGEST]");
      System.exit(USAGE);
    }
    int largest = words.length == 3 ? Integer.parseInt(words[2]) : DEFAULT_LARGEST;
    return new Arguments(words[0], Integer.parseInt(words[1]), largest);
  }

  /** Starts MPI; with fewer than two ranks, ends them. */
  public static Comm startMpi(String program, String... words) throws MPIException {
    MPI.Init(words);
    Comm world = MPI.COMM_WORLD;
    if (world.getSize() < 2) {
      System.err.println(program + " needs two ranks");
      world.abort(USAGE);
    }
    return world;
  }
}
