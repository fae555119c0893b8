/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

/** Has state, a superclass that cannot be initialised again, and uses what is static there. */
public final class ReadsPinned extends Pinned {
  static final String OWN = Journal.note("ReadsPinned");

  /** What both have. */
  public static String show() {
    return OWN + " " + Pinned.open + " " + new Pinned().getClass().getSimpleName();
  }
}
