/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

/** Has an initialiser that must come after its superclass's. */
public class Proud extends Base {
  static final String OWN = Journal.note("Proud");

  /** What it has. */
  public static String show() {
    return OWN;
  }
}
