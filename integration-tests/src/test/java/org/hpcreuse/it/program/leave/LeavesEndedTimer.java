/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.leave;

import java.util.Timer;

/** Leaves a timer that has ended in a static field, as libraries do that stop theirs. */
public final class LeavesEndedTimer {
  private static final Timer TIMER = new Timer("ended");

  private LeavesEndedTimer() {}

  /** Leaves it. */
  public static void main(String[] args) {
    TIMER.cancel();
  }
}
