/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.context;

import java.io.IOException;
import java.util.List;

/** All that the kernel keeps of the slot's process and that a container can change. */
final class ProcessTraits {
  private final List<ProcessTrait> traits;

  /** As it is now: MPI is up, and no container has run. */
  ProcessTraits() throws IOException {
    traits =
        List.of(
            new FileModeMask(),
            new SignalDispositions(),
            new ResourceLimits(),
            new Niceness(),
            new OomScore(),
            new ProcessName(),
            new Privileges());
  }

  /**
   * Makes all what it was.
   *
   * @return empty, or why the slot must be retired
   */
  String restore() {
    StringBuilder failed = new StringBuilder();
    for (ProcessTrait trait : traits) {
      try {
        trait.restore();
      } catch (IOException e) {
        failed.append(failed.isEmpty() ? "" : "; ");
        failed.append(trait.getClass().getSimpleName()).append(": ").append(e.getMessage());
      }
    }
    return failed.toString();
  }
}
