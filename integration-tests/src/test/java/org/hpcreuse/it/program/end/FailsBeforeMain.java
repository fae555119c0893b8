/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.end;

/** Cannot be initialised. */
public final class FailsBeforeMain {
  private static final int NUMBER = Integer.parseInt("no number");

  private FailsBeforeMain() {}

  /** Never runs. */
  public static void main(String[] args) {
    System.out.println(NUMBER);
  }
}
