/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.kept.program;

/** Cannot be initialised again, but what it uses can: a later container may be its first. */
public class ClosesLate extends Base {
  static String seen = Journal.note("ClosesLate");

  /** What it sees of others. */
  public static String show() {
    return inherited + " " + Counts.NAMES;
  }

  @Override
  @SuppressWarnings({"deprecation", "removal", "Finalize"}) // what the test is about
  protected void finalize() {
    seen = "no";
  }
}
