/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.end;

/** Is named as the main class, and has no program of its own. */
public final class InheritsMain extends HasMain {
  static {
    System.out.println("initialiser");
  }

  private InheritsMain() {}
}
