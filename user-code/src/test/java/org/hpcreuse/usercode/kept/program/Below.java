/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

/** Its initialiser takes what that of the superclass has left. */
public final class Below extends Above {
  private static final String TAKEN = System.getProperty("hpc-reuse.test.journal");

  private Below() {}

  /** What it has taken. */
  public static String show() {
    return TAKEN;
  }
}
