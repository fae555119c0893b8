/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.Optional;
import org.hpcreuse.cleanup.Members;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;

/**
 * Forgets that an MRAppMaster's main ran.
 *
 * <p>Without it MRAppMaster behaves as if it had been started by main when tools embed it, and the
 * reverse. State: MRAppMaster.mainStarted.
 */
final class AppMasterStarted implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Optional<Members> statics =
        release.framework().statics("org.apache.hadoop.mapreduce.v2.app.MRAppMaster");
    if (statics.isPresent()) {
      statics.get().zero("mainStarted");
    }
  }
}
