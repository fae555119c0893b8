/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.command;

import org.hpcreuse.protocol.FallbackReason;

/** A container cannot run in a slot; carries the {@link Reason}. */
public final class NotEligibleException extends Exception {
  private static final long serialVersionUID = 1;
  private final transient Reason reason;

  public NotEligibleException(FallbackReason kind, String detail) {
    super(kind.key() + ": " + detail);
    reason = new Reason(kind, detail);
  }

  public static NotEligibleException syntax(String what) {
    return new NotEligibleException(FallbackReason.SHELL_SYNTAX, what);
  }

  public Reason reason() {
    return reason;
  }
}
