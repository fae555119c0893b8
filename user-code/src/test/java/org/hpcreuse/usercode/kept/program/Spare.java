/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

/** Its superclass's initialiser makes one, and it has none of its own. */
public class Spare extends HasSpare {
  static int made;

  Spare() {
    made++;
  }

  /** How many there are. */
  public static String show() {
    return "made " + made;
  }
}
