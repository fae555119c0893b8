/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

/** Its initialiser ends when it may. */
public class Blocks {
  static Object blocked = block();

  private static Object block() {
    ((Runnable) System.getProperties().get("hpc-reuse.test.initialising")).run();
    return "blocked";
  }
}
