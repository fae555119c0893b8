/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Leaves its process under another name, which the kernel has cut within a letter. */
public final class RenamesProcess {
  private RenamesProcess() {}

  /** Leaves it. */
  public static void main(String[] args) throws IOException {
    byte[] name = "named_by_hand_\u00fc".getBytes(StandardCharsets.UTF_8);
    Files.write(Path.of("/proc/self/comm"), name);
  }
}
