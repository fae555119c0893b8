/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol;

/** A container or a client cannot run in a slot; carries the {@link Reason}. */
public final class NotEligibleException extends Exception {
  private static final long serialVersionUID = 1;
  private final transient Reason reason;

  public NotEligibleException(FallbackReason kind, String detail) {
    super(kind.key() + ": " + detail);
    reason = new Reason(kind, detail);
  }

  /** For a command that only a shell understands. */
  public static NotEligibleException syntax(String what) {
    return new NotEligibleException(FallbackReason.SHELL_SYNTAX, what);
  }

  public Reason reason() {
    return reason;
  }
}
