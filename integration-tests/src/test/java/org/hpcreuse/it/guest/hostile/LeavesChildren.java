/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.guest.hostile;

import java.io.IOException;
import java.util.List;

/** Leaves child processes, one of them no child any more. */
public final class LeavesChildren {
  private LeavesChildren() {}

  /** Leaves it. */
  public static void main(String[] args) throws IOException {

    new ProcessBuilder(List.of("/bin/sleep", "60")).start();
    new ProcessBuilder(List.of("/bin/sh", "-c", "/bin/sleep 60 & exec /bin/sleep 60")).start();
  }
}
