/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** What strikes a cluster. */
enum Fault {
  /** SIGKILL to a slot that runs a container. */
  SLOT_KILL,
  /** SIGSTOP to a slot that runs a container: it lives and answers no more. */
  SLOT_STOP,
  /** SIGSTOP to a slot that runs a container, SIGCONT before the manager gives it up. */
  SLOT_PAUSE(5),
  /** SIGKILL to the pool manager. */
  POOL_MANAGER_KILL,
  /** SIGSTOP to the pool manager, SIGCONT later. */
  POOL_MANAGER_PAUSE(30),
  /** The pool manager has no descriptor left for a while. */
  POOL_MANAGER_DESCRIPTORS(10),
  /** SIGSTOP to the keeper of the pool manager, SIGCONT later. */
  KEEPER_PAUSE(30),
  /** SIGKILL to the pool manager, whose keeper stands still: for a while there is no manager. */
  POOL_MANAGER_ABSENCE(10),
  /** SIGTERM to the NodeManager, then a new one. */
  NODE_MANAGER_RESTART,
  /** SIGKILL to the NodeManager, then a new one. */
  NODE_MANAGER_KILL,
  /** SIGKILL to the NodeManager and to the pool manager, so that each finds a new one. */
  BOTH_MANAGERS_KILL,
  /** SIGSTOP to the NodeManager, SIGCONT later. */
  NODE_MANAGER_PAUSE(20),
  /** SIGKILL to the ResourceManager, then a new one. */
  RESOURCE_MANAGER_KILL,
  /** SIGKILL to mpirun. */
  MPIRUN_KILL,
  /** SIGKILL to mpirun; when the job is over and mpirun starts again, to the pool manager. */
  RENEWAL_KILL(360),
  /** {@code yarn application -kill} of a job beside. */
  APPLICATION_KILL,
  /** A job beside whose container spoils its JVM and halts. */
  HOSTILE_CONTAINER,
  /** SIGSTOP to the slot of a gang's master, SIGCONT later. */
  GANG_MASTER_PAUSE(5),
  /** The disk under the pool's directory and under all logs is full for a while. */
  DISK_FULL(10);

  private final Duration lasts;

  Fault() {
    this(0);
  }

  Fault(int seconds) {
    lasts = Duration.ofSeconds(seconds);
  }

  /** How long it goes on, unless the job that it strikes is over before; zero for most. */
  Duration lasts() {
    return lasts;
  }

  /** As in options and tables: {@code slot_kill}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * A sequence of faults: every kind once, in an order that is drawn, then every kind once more.
   *
   * @param kinds the kinds to choose from
   * @param strikes how many
   * @param random draws
   */
  static List<Fault> draw(List<Fault> kinds, int strikes, Random random) {
    List<Fault> drawn = new ArrayList<>();
    while (drawn.size() < strikes) {
      List<Fault> round = new ArrayList<>(kinds);
      Collections.shuffle(round, random);
      drawn.addAll(round.subList(0, Math.min(round.size(), strikes - drawn.size())));
    }
    return drawn;
  }
}
