/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.Optional;
import org.hpcreuse.cleanup.Members;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;

/**
 * Forgets the open job history files.
 *
 * <p>Without it the map keeps this MRAppMaster's writers, timers and context for good. Source:
 * facts/statics.md (JobHistoryEventHandler.fileMap).
 */
final class JobHistoryFiles implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Optional<Members> statics =
        release
            .framework()
            .statics("org.apache.hadoop.mapreduce.jobhistory.JobHistoryEventHandler");
    if (statics.isPresent()) {
      statics.get().clear("fileMap");
    }
  }
}
