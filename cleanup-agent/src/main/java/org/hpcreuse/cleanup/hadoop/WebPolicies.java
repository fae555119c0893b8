/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.Optional;
import org.hpcreuse.cleanup.Members;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;

/**
 * Forgets the HTTP policies of YARN and the job history server.
 *
 * <p>Without it tracking URLs of the next job carry this job's scheme. Source: facts/statics.md
 * (MRWebAppUtil).
 */
final class WebPolicies implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Optional<Members> statics =
        release.framework().statics("org.apache.hadoop.mapreduce.v2.util.MRWebAppUtil");
    if (statics.isPresent()) {
      statics.get().zero("httpPolicyInYarn", "httpPolicyInJHS");
    }
  }
}
