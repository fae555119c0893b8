/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

/** Has no state but its superclass's. */
public class Heir extends Base {
  /** Initialises the superclass. */
  public static String show() {
    return "heir";
  }
}
