/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

/** Waits for the initialiser of its superclass. */
public final class BelowBlocks extends Blocks {
  private static Object own = new Object();

  private BelowBlocks() {}

  /** Initialises the class. */
  public static String show() {
    return blocked + " " + (own != null);
  }
}
