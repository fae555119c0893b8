/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.guest.hostile;

/** The end of a program that leaves what a process that returns from main() would wait for. */
final class Ending {
  private Ending() {}

  /** Halts, unless an argument says that the process goes on with another program. */
  static void now(String[] args) {
    if (args.length == 0) {
      Runtime.getRuntime().halt(0);
    }
  }
}
