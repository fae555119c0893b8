/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.process;

import java.io.IOException;
import java.util.List;

/**
 * Leaves child processes, one of them no child any more, one with a name that the kernel has cut
 * within a letter.
 */
public final class LeavesChildren {
  private LeavesChildren() {}

  /** Leaves it. */
  public static void main(String[] args) throws IOException, InterruptedException {

    new ProcessBuilder(List.of("/bin/sleep", "60")).start();
    new ProcessBuilder(List.of("/bin/sh", "-c", "/bin/sleep 60 & exec /bin/sleep 60")).start();
    String cut =
        "f=./$(printf 'named_by_hand_\\303\\274'); cp /bin/sleep \"$f\"; \"$f\" 60 &"
            + " until [ \"$(cat /proc/$!/comm)\" != sh ]; do :; done";
    new ProcessBuilder(List.of("/bin/sh", "-c", cut)).start().waitFor();
  }
}
