/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang;

import java.util.List;

/**
 * What is said on a gang's connections. A rank says {@link Here}, gets {@link Start}, says {@link
 * Joined}, and gets {@link Go}; then come {@link Line} and {@link Done}. A client says {@link
 * Watch} and gets {@link Line}, {@link Note} and {@link Finished}.
 */
public sealed interface GangMessage {
  /**
   * Rank → master, first: a container has reached its slot.
   *
   * @param containerId YARN's id
   * @param job the MPI job of the slot
   * @param slotRank the slot's rank in that job
   * @param host where it is
   * @param pid of the slot
   */
  record Here(String containerId, String job, int slotRank, String host, long pid)
      implements GangMessage {}

  /**
   * Master → rank: all are there.
   *
   * @param slotRanks ranks of the slots' MPI job, in the order of the gang's ranks
   * @param key tells this communicator apart
   * @param joinMs how long joining may take, milliseconds
   * @param mainClass of the program
   * @param arguments of its main()
   */
  record Start(
      List<Integer> slotRanks, int key, long joinMs, String mainClass, List<String> arguments)
      implements GangMessage {}

  /** Rank → master: the communicator is made. */
  record Joined() implements GangMessage {}

  /** Master → rank: all have joined; the program begins. */
  record Go() implements GangMessage {}

  /** Rank → master: joining has failed; the container ends. */
  record NotJoined(String reason) implements GangMessage {}

  /**
   * Rank → master → client: a line of output, without its end.
   *
   * @param rank of the gang
   * @param error whether it came on stderr
   */
  record Line(int rank, boolean error, String text) implements GangMessage {}

  /** Rank → master: this rank needs no other rank any more. */
  record Done() implements GangMessage {}

  /** Master → rank: the gang is broken; nobody must wait for anybody any more. */
  record GiveUp(String reason) implements GangMessage {}

  /** Client → master, first. */
  record Watch() implements GangMessage {}

  /** Client → master: end the gang. */
  record Cancel(String reason) implements GangMessage {}

  /**
   * Master → client, last: it has given up its own container, and nothing of the program has run.
   * The client may submit the gang again.
   *
   * @param ranksAreMissing whether too few ranks are alive; else an older gang needs the container
   * @param reason why, for people
   */
  record Yielded(boolean ranksAreMissing, String reason) implements GangMessage {}

  /** Master → client: what is happening, for people. */
  record Note(String text) implements GangMessage {}

  /**
   * Master → client, last.
   *
   * @param status the gang's exit status
   * @param diagnostics empty, or what went wrong
   */
  record Finished(int status, String diagnostics) implements GangMessage {}
}
