/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.context;

import java.io.IOException;
import java.util.Map;
import org.hpcreuse.pool.slot.process.ProcessStatus;

/** Users, groups, capabilities, seccomp: a process that gives them up cannot get them back. */
final class Privileges implements ProcessTrait {
  private final Map<String, String> before = current();

  private static Map<String, String> current() {
    return ProcessStatus.fields(
        "Uid", "Gid", "Groups", "CapInh", "CapPrm", "CapEff", "CapBnd", "NoNewPrivs", "Seccomp");
  }

  @Override
  public void restore() throws IOException {
    Map<String, String> now = current();
    if (!now.equals(before)) {
      throw new IOException("privileges were given up: " + before + " became " + now);
    }
  }
}
