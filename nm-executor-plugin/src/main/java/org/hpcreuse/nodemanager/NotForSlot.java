/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager;

/** A container cannot run in a slot; carries the {@link Reason}. */
final class NotForSlot extends Exception {
  private static final long serialVersionUID = 1;
  private final transient Reason reason;

  NotForSlot(String key, String detail) {
    super(key + ": " + detail);
    reason = new Reason(key, detail);
  }

  static NotForSlot syntax(String what) {
    return new NotForSlot(Reason.SHELL_SYNTAX, what);
  }

  Reason reason() {
    return reason;
  }
}
