/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.end;

/** Has the program of its subclasses. */
class HasMain {
  public static void main(String[] args) {
    System.out.println("main");
  }
}
