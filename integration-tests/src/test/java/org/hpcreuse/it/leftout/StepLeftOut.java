/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.leftout;

import java.nio.file.Files;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseStep;

/** What the release chain calls in place of a step. */
public final class StepLeftOut {
  private StepLeftOut() {}

  /** Runs it, unless it is left out. */
  public static void run(ReleaseStep step, Release release) throws Exception {
    if (Files.notExists(LeavesOut.directory().resolve(step.name()))) {
      step.run(release);
    }
  }
}
