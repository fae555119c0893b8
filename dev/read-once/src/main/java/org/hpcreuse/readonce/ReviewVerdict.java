/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.readonce;

import java.util.Locale;

/** What a slot does about a class. The list that the agent reads has these words. */
enum ReviewVerdict {
  /** Its state is put back to "not initialised" before and after each container. */
  RESET,
  /** Its initialiser runs again when its inputs are no longer what it has read. */
  REREAD,
  /** A release step, named in the reason, puts its state back. */
  STEP,
  /** Every JVM initialises it before {@code main()}: no container can change what it reads. */
  STARTUP,
  /** Initialised when the slot starts and left so: what a container sets has no effect on it. */
  FIXED,
  /** The difference cannot matter; the reason says why. */
  HARMLESS,
  /** A container that initialises it under inputs of its own costs the slot. */
  COSTS;

  /** As it is written in lists. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether containers see its state change. */
  boolean changes() {
    return this == RESET || this == REREAD;
  }
}
