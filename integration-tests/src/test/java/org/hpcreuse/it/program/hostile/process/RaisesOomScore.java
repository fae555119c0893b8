/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Leaves its process the first to be killed when memory is short. */
public final class RaisesOomScore {
  private RaisesOomScore() {}

  /** Leaves it. */
  public static void main(String[] args) throws IOException {
    Files.writeString(Path.of("/proc/self/oom_score_adj"), "999");
  }
}
