/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.command;

/** A container cannot run in a slot; carries the {@link Reason}. */
public final class NotEligibleException extends Exception {
  private static final long serialVersionUID = 1;
  private final transient Reason reason;

  public NotEligibleException(String key, String detail) {
    super(key + ": " + detail);
    reason = new Reason(key, detail);
  }

  public static NotEligibleException syntax(String what) {
    return new NotEligibleException(Reason.SHELL_SYNTAX, what);
  }

  public Reason reason() {
    return reason;
  }
}
