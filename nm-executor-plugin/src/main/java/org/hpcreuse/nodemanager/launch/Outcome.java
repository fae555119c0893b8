/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.launch;

import org.hpcreuse.protocol.Reason;

/** How a launch went. */
public sealed interface Outcome {
  /**
   * The container is over, or nobody knows whether it is.
   *
   * @param status exit status; YARN's own code for a container whose fate is unknown when it is
   *     lost
   * @param diagnostics text for YARN; empty when there is nothing to say
   * @param phases when what happened
   * @param lost whether the pool was lost and did not come back in time
   */
  record Ended(int status, String diagnostics, Phases phases, boolean lost) implements Outcome {
    /** ContainerExecutor.ExitCode.LOST of YARN. */
    private static final int LOST = 154;

    static Ended lost(String detail, Phases phases) {
      return new Ended(LOST, detail, phases, true);
    }
  }

  /** It has not run and will not: it may be forked. */
  record NotRun(Reason reason) implements Outcome {}

  /** It has not run and must fail. */
  record Refused(Reason reason) implements Outcome {}

  /**
   * When what happened, milliseconds since the epoch, 0 = never.
   *
   * @param slot the slot's number; -1 = none
   * @param loadMs the slot was assigned
   * @param runningMs main() was entered
   * @param endedMs main() was over
   */
  record Phases(int slot, long loadMs, long runningMs, long endedMs) {
    /** Of a container that has had no slot. */
    static final Phases NONE = new Phases(-1, 0, 0, 0);

    public boolean inSlot() {
      return slot >= 0;
    }
  }
}
