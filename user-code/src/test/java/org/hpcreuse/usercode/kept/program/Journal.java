/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

/** Where initialisers write that they have run: the one thing here that is not of the program. */
final class Journal {
  private static final String PROPERTY = "hpc-reuse.test.journal";

  private Journal() {}

  static String note(String what) {
    System.setProperty(PROPERTY, System.getProperty(PROPERTY, "") + what + " ");
    return what;
  }
}
