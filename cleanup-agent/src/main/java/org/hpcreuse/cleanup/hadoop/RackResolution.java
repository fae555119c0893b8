/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.Optional;
import org.hpcreuse.cleanup.Members;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;

/**
 * Forgets how hosts map to racks.
 *
 * <p>Without it the mapping class of the first job, maybe from its jar, answers for all later ones
 * and holds its JobConf. State: RackResolver.
 */
final class RackResolution implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Optional<Members> statics =
        release.framework().statics("org.apache.hadoop.yarn.util.RackResolver");
    if (statics.isPresent()) {
      statics.get().zero("dnsToSwitchMapping", "initCalled");
    }
  }
}
