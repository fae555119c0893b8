/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.master.core;

import org.hpcreuse.protocol.ExitCodes;

/**
 * How the gang has ended. The first reason counts. The status is the worst of the ranks that ended
 * before the gang was broken, and of the rank that broke it: those that end because of another say
 * nothing.
 */
public final class GangVerdict {
  private int status;
  private String reason = "";
  private String worst = "";
  private boolean cancelled;

  /**
   * A rank has ended by itself.
   *
   * @param what which rank, for people
   * @param diagnostics more that is known; may be empty
   */
  void ended(String what, int rankStatus, String diagnostics) {
    int shown = shown(rankStatus);
    if (!cancelled && shown > status) {
      status = shown;
      worst = what + " ended with status " + shown;
      worst += diagnostics.isEmpty() ? "" : ": " + diagnostics;
    }
  }

  /** A rank is gone, and its own status with it; the reason says which. */
  void lost() {
    status = Math.max(status, ExitCodes.KILLED);
  }

  /** What YARN says with a negative number is no status of a process: it was killed. */
  private static int shown(int rankStatus) {
    return rankStatus < 0 || rankStatus > ExitCodes.HIGHEST ? ExitCodes.KILLED : rankStatus;
  }

  /** The gang cannot go on. */
  void broken(String why) {
    if (reason.isEmpty()) {
      reason = why;
    }
  }

  /**
   * The gang cannot go on, and not because of a rank.
   *
   * @param gangStatus its exit status
   */
  void broken(String why, int gangStatus) {
    if (reason.isEmpty()) {
      reason = why;
      status = gangStatus;
    }
  }

  /** As {@link #broken}, since somebody wanted it. */
  void cancelled(String why, int gangStatus) {
    cancelled = cancelled || reason.isEmpty();
    broken(why, gangStatus);
  }

  boolean isBroken() {
    return !reason.isEmpty();
  }

  /** Whether somebody wanted its end. */
  public boolean isCancelled() {
    return cancelled;
  }

  /** A broken gang has never the status 0. */
  public int status() {
    return isBroken() && status == 0 ? ExitCodes.FAILED : status;
  }

  /** Why the ranks that are left must not wait any more; empty while they may. */
  String reason() {
    return reason;
  }

  /** What went wrong, as far as it is known at the end; empty when nothing did. */
  public String diagnostics() {
    return worst.isEmpty() || cancelled ? reason : worst;
  }
}
