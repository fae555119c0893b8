/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.threads;

import java.util.List;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseStep;

/**
 * Ends what the end of the others has started, until there is nothing more: a task that is
 * interrupted starts a thread, the end of a child process completes a future whose callbacks run in
 * a thread of their own.
 *
 * <p>Without it such a thread acts after the container's status is known, and in the next one's
 * time.
 */
public final class StartedMeanwhile implements ReleaseStep {
  private final List<EndActors> steps;

  /**
   * Looks after others.
   *
   * @param steps run again, in this order, as long as one of them has work
   */
  public StartedMeanwhile(List<EndActors> steps) {
    this.steps = List.copyOf(steps);
  }

  @Override
  public void run(Release release) throws Exception {
    while (anyHasWork(release)) {
      if (release.nanosLeft() == 0) {
        throw new TimeoutException("what ends starts something new, again and again");
      }
      for (EndActors step : steps) {
        step.run(release);
      }
    }
  }

  private boolean anyHasWork(Release release) throws Exception {
    for (EndActors step : steps) {
      if (step.hasWork(release)) {
        return true;
      }
    }
    return false;
  }
}
