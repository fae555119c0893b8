/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.Optional;
import org.hpcreuse.cleanup.Members;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;

/**
 * Makes counters.Limits read its limits again.
 *
 * <p>Without it the first job's counter limits bind all later jobs. Source: facts/hadoop.md
 * (counters.Limits.isInited).
 */
final class CounterLimits implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Optional<Members> statics =
        release.framework().statics("org.apache.hadoop.mapreduce.counters.Limits");
    if (statics.isPresent()) {
      statics
          .get()
          .zero("isInited", "GROUP_NAME_MAX", "COUNTER_NAME_MAX", "GROUPS_MAX", "COUNTERS_MAX");
    }
  }
}
