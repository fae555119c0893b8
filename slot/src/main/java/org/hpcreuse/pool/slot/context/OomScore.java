/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.context;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How gladly the kernel kills this process when memory is short. A value that was raised can be
 * lowered again as far as it ever was set by root; beyond that only with CAP_SYS_RESOURCE.
 */
final class OomScore implements ProcessTrait {
  private static final Path FILE = Path.of("/proc/self/oom_score_adj");

  private final String before = Files.readString(FILE);

  OomScore() throws IOException {}

  @Override
  public void restore() throws IOException {
    if (!Files.readString(FILE).equals(before)) {
      Files.writeString(FILE, before);
    }
  }
}
