/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm;

import java.util.List;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;

/**
 * Ends what the end of the others has started, until there is nothing more: a task that is
 * interrupted starts a thread, the end of a child process completes a future whose callbacks run in
 * a thread of their own.
 *
 * <p>Without it such a thread acts after the container's status is known, and in the next one's
 * time.
 */
final class StartedMeanwhile implements ReleaseStep {
  private final List<EndsActors> steps;

  /**
   * Looks after others.
   *
   * @param steps run again, in this order, as long as one of them has work
   */
  StartedMeanwhile(List<EndsActors> steps) {
    this.steps = List.copyOf(steps);
  }

  @Override
  public void run(Release release) throws Exception {
    while (anyHasWork(release)) {
      if (release.nanosLeft() == 0) {
        throw new TimeoutException("what ends starts something new, again and again");
      }
      for (EndsActors step : steps) {
        step.run(release);
      }
    }
  }

  private boolean anyHasWork(Release release) throws Exception {
    for (EndsActors step : steps) {
      if (step.hasWork(release)) {
        return true;
      }
    }
    return false;
  }
}
