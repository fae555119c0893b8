/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

/** An interface with a method that uses no field. */
public interface Stamped {
  String STAMP = Journal.note("Stamped");
  int LENGTH = STAMP.length();

  /** Has the interface initialised. */
  static String show() {
    return "quiet";
  }
}
