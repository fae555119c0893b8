/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.Optional;
import org.hpcreuse.cleanup.Members;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;

/**
 * Forgets from which change of progress on tasks log it.
 *
 * <p>Without it the next job logs progress by this job's thresholds. Source: facts/statics.md
 * (MRJobConfUtil).
 */
final class ProgressThresholds implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Optional<Members> statics =
        release.framework().statics("org.apache.hadoop.mapreduce.util.MRJobConfUtil");
    if (statics.isPresent()) {
      statics.get().zero("progressMinDeltaThreshold", "progressMaxWaitDeltaTimeThreshold");
    }
  }
}
