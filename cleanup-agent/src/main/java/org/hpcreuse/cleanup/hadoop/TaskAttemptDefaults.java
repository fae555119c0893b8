/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.Optional;
import org.hpcreuse.cleanup.Members;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;

/**
 * Forgets what an MRAppMaster computes once for all its task containers.
 *
 * <p>Without it a second MRAppMaster sends the first job's job.jar, class path and tokens to its
 * tasks, and the job fails. State: TaskAttemptImpl.commonContainerSpec, initialClasspath,
 * initialAppClasspath, initialClasspathFlag, RESOURCE_REQUEST_CACHE.
 */
final class TaskAttemptDefaults implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Optional<Members> statics =
        release.framework().statics("org.apache.hadoop.mapreduce.v2.app.job.impl.TaskAttemptImpl");
    if (statics.isPresent()) {
      statics.get().zero("commonContainerSpec", "initialClasspath", "initialAppClasspath");
      statics.get().clear("initialClasspathFlag", "RESOURCE_REQUEST_CACHE");
    }
  }
}
