/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile;

/** The end of a program that leaves what a process that returns from main() would wait for. */
public final class Ending {
  private Ending() {}

  /** Halts. */
  public static void now() {
    Runtime.getRuntime().halt(0);
  }
}
