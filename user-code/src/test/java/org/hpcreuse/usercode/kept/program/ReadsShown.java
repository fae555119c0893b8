/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

import org.hpcreuse.usercode.kept.program.shelf.Shown;

/** Uses a field that a class inherits from one that cannot be seen from here. */
public final class ReadsShown {
  private ReadsShown() {}

  /** What the field has; it then changes. */
  public static String show() {
    String held = Shown.item;
    Shown.item = "changed";
    return held;
  }
}
