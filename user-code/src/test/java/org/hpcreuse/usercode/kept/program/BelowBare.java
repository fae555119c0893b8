/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

/** Has no initialiser, unlike its superclass. */
public class BelowBare extends Above {
  /** What has been initialised so far. */
  public static String show() {
    return System.getProperty("hpc-reuse.test.journal");
  }
}
