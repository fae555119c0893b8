/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.Optional;
import org.hpcreuse.cleanup.Members;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;

/**
 * Forgets the IO statistics kept per thread. Its instance counter goes on.
 *
 * <p>Without it the map grows by one entry per container thread. Source: facts/statics.md
 * (IOStatisticsContextIntegration).
 */
final class IoStatisticsContexts implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Optional<Members> statics =
        release
            .framework()
            .statics("org.apache.hadoop.fs.statistics.impl.IOStatisticsContextIntegration");
    if (statics.isPresent()) {
      statics.get().in("ACTIVE_IOSTATS_CONTEXT").call("clear");
    }
  }
}
