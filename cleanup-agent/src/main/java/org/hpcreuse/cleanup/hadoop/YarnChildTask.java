/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.Optional;
import org.hpcreuse.cleanup.Members;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;

/**
 * Forgets which task attempt this JVM runs.
 *
 * <p>Without it an error before the next task is known is reported for this container's attempt.
 * State: YarnChild.taskid.
 */
final class YarnChildTask implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Optional<Members> statics = release.framework().statics("org.apache.hadoop.mapred.YarnChild");
    if (statics.isPresent()) {
      statics.get().zero("taskid");
    }
  }
}
