/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol;

import java.time.Duration;

/**
 * The bounds of waits that depend on each other: who waits for another process waits longer than
 * that may take. A test compares them, and those of the shell with these.
 */
public final class Bounds {
  // Whether the pool manager's event loop turns.

  /** How often who waits for a slot asks the pool manager whether its event loop turns. */
  public static final Duration ASK = Duration.ofSeconds(2);

  /** How often who waits for the end of a container in a slot asks it. */
  public static final Duration ASK_OF_RUNNING = Duration.ofSeconds(10);

  /**
   * A pool manager that has not answered for so long is silent: its loop does not turn. The keeper
   * ends it after as long.
   */
  public static final Duration SILENT = Duration.ofSeconds(10);

  // A pool manager that has died.

  /** The longest pause of the keeper before it starts a manager again. */
  public static final Duration KEEPER_PAUSE = Duration.ofSeconds(10);

  /** The keeper pauses no longer than this part of the slots' patience. */
  public static final int KEEPER_PAUSE_PARTS = 3;

  /** What a manager may take from its start until it listens, on a busy node. */
  public static final Duration MANAGER_START = Duration.ofSeconds(10);

  /** How long a container that is never forked waits for a manager, to get a slot. */
  public static final Duration MANAGER_RETURN = KEEPER_PAUSE.plus(MANAGER_START);

  /** How long a manager that has just come waits for the slots of the one before. */
  public static final Duration SLOT_RETURN = Duration.ofSeconds(15);

  /** A slot that looks for its manager does so again after this. */
  public static final Duration SLOT_SEARCH_PAUSE = Duration.ofMillis(100);

  /** How much longer than a slot an executor looks for the manager. */
  private static final Duration SEARCH_EXTRA = Duration.ofSeconds(10);

  // The end of a container and of a slot.

  /** How long what was killed may take to be gone; what is not waits for a disk and cannot act. */
  public static final Duration GONE = Duration.ofSeconds(10);

  /** Between two looks whether it is gone. */
  public static final Duration GONE_LOOK = Duration.ofMillis(20);

  /** A chain of release steps that runs out of time needs some more to say so. */
  public static final Duration REPORT = Duration.ofMillis(500);

  /** What the hand-over between threads and processes may take in all. */
  private static final Duration HAND_OVER = Duration.ofSeconds(1);

  /** How long a slot may take to leave after it was asked to. */
  public static final Duration LEAVE = Duration.ofSeconds(5);

  /** How long a slot that leaves may take to end its child processes. */
  public static final Duration CHILDREN = Duration.ofSeconds(2);

  /** Time for the slots to leave when the manager is ended; they are killed after half of it. */
  public static final Duration POOL_END = Duration.ofSeconds(8);

  /** Time for mpirun to end when it was asked to. */
  public static final Duration MPIRUN_END = Duration.ofSeconds(3);

  private Bounds() {}

  /**
   * How long an executor looks for the manager: until a slot that finds none has ended, with its
   * container.
   *
   * @param reconnectMs how long a slot looks, milliseconds
   */
  public static Duration search(long reconnectMs) {
    return Duration.ofMillis(reconnectMs).plus(SEARCH_EXTRA);
  }

  /** The longest pause of the keeper, when slots look for a manager for so many milliseconds. */
  public static Duration keeperPause(long reconnectMs) {
    Duration part = Duration.ofMillis(reconnectMs).dividedBy(KEEPER_PAUSE_PARTS);
    return part.compareTo(KEEPER_PAUSE) < 0 ? part : KEEPER_PAUSE;
  }

  /** For so long slots look at least for a manager, or containers may be lost with the manager. */
  public static long leastReconnectMs() {
    // With the pause as a part of it: the rest is for the start of the manager.
    return MANAGER_START.toMillis() * KEEPER_PAUSE_PARTS / (KEEPER_PAUSE_PARTS - 1);
  }

  /**
   * How long a slot may take to end a container that was killed: it cuts the container off, and
   * then ends its threads.
   *
   * @param graceMs how long each may take, milliseconds
   */
  public static Duration endOfThreads(long graceMs) {
    return Duration.ofMillis(graceMs).plus(REPORT).multipliedBy(2);
  }

  /**
   * How long the manager waits after KILL until it ends the slot.
   *
   * @param graceMs {@link #endOfThreads}
   */
  public static Duration kill(long graceMs) {
    return endOfThreads(graceMs).plus(HAND_OVER);
  }

  /**
   * How long the manager waits between the status of a container and the end of its release, until
   * it ends the slot.
   *
   * @param releaseMs how long the steps of a release may take, milliseconds; the slot may load its
   *     framework again after that, for as long
   * @param graceMs how long the container's caches may take to be emptied before that
   */
  public static Duration release(long releaseMs, long graceMs) {
    return Duration.ofMillis(2 * releaseMs + graceMs).plus(REPORT.multipliedBy(2)).plus(HAND_OVER);
  }
}
