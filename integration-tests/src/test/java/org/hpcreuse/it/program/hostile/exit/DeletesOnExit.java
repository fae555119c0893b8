/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.exit;

import java.io.File;
import org.hpcreuse.it.program.hostile.Ending;

/** Leaves files to be deleted at exit, since it halts. */
public final class DeletesOnExit {
  private DeletesOnExit() {}

  /** Leaves it. */
  public static void main(String[] args) {

    new File("left-behind").deleteOnExit();
    Ending.now();
  }
}
