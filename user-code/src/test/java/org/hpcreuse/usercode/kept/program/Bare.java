/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

/** Has a static field, but no initialiser. */
public final class Bare {
  static int calls;

  private Bare() {}

  /** Counts its calls. */
  public static String show() {
    return Integer.toString(++calls);
  }
}
