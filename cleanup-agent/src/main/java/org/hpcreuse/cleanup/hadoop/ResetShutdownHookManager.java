/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.Optional;
import org.hpcreuse.cleanup.Members;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;

/**
 * Forgets Hadoop's shutdown hooks, run or not, and that a shutdown was in progress.
 *
 * <p>Without it hooks of past containers pile up (each holds its MRAppMaster or user class), and
 * the next container cannot add its own.
 */
final class ResetShutdownHookManager implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Optional<Members> statics = release.framework().statics(ShutdownHookManagers.CLASS);
    if (statics.isPresent()) {
      statics.get().in("MGR").clear("hooks", "shutdownInProgress");
    }
  }
}
