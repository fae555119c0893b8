/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.master.core;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long a gang keeps containers while it waits for the rest. Two gangs that hold what the other
 * one needs would wait for ever; so each gives up after a random time, and waits before it asks
 * again. Both times grow with each attempt, as in Ethernet's collisions (Metcalfe and Boggs, 1976).
 */
final class Patience {
  private static final long FIRST_MS = 1_000;
  private static final int LARGEST_FACTOR = 16;
  private static final long LONGEST_PAUSE_MS = 500;

  private final RandomGenerator random;
  private int attempts;

  Patience(RandomGenerator random) {
    this.random = random;
  }

  /** How long the next attempt may hold containers that are not all. */
  Duration hold() {
    long most = FIRST_MS * factor();
    return Duration.ofMillis(most / 2 + random.nextLong(most));
  }

  /** An attempt is over: how long to ask for nothing. */
  Duration pause() {
    attempts++;
    return Duration.ofMillis(random.nextLong(LONGEST_PAUSE_MS * factor()));
  }

  int attempts() {
    return attempts;
  }

  private int factor() {
    return Math.min(LARGEST_FACTOR, 1 << Math.min(attempts, Integer.SIZE - 2));
  }
}
