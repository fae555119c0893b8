/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

/** Uses fields of other classes, also one that the named class inherits. */
public final class ReadsOthers {
  private ReadsOthers() {}

  /** Initialises Base alone. */
  public static String show() {
    String held = Proud.inherited;
    Proud.inherited = "changed";
    return held;
  }
}
