/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.leave;

import com.sun.jna.Function;

/** Makes all of its process nicer, which only some may undo. */
public final class Renices {
  private static final int NICER = 7;

  private Renices() {}

  /** Makes it. */
  public static void main(String[] args) {
    int pid = (int) ProcessHandle.current().pid();
    Function.getFunction("c", "setpriority").invokeInt(new Object[] {0, pid, NICER});
  }
}
