/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.kept.program;

/** Has state, a superclass that cannot be initialised again, and uses what is static there. */
public final class ReadsCloses extends Closes {
  static final String OWN = Journal.note("ReadsCloses");

  /** What both have. */
  public static String show() {
    return OWN + " " + Closes.open + " " + new Closes().getClass().getSimpleName();
  }
}
