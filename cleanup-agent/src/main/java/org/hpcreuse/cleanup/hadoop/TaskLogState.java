/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.Optional;
import org.hpcreuse.cleanup.Members;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;

/**
 * Forgets the current task and the log lengths that TaskLog keeps.
 *
 * <p>Without it the index of the next task's logs starts at this one's lengths. Source:
 * TaskLog.syncLogs (Hadoop 3.5.0).
 */
final class TaskLogState implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Optional<Members> statics = release.framework().statics("org.apache.hadoop.mapred.TaskLog");
    if (statics.isPresent()) {
      statics
          .get()
          .zero("currentTaskid", "prevOutLength", "prevErrLength", "prevLogLength", "localFS");
    }
  }
}
