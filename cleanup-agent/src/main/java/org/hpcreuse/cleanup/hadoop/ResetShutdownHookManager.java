/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.Optional;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseStep;

/**
 * Forgets Hadoop's shutdown hooks, run or not, and that a shutdown was in progress.
 *
 * <p>Without it hooks of past containers pile up (each holds its MRAppMaster or user class), and
 * the next container cannot add its own.
 */
public final class ResetShutdownHookManager implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Optional<ReflectiveAccess> statics = release.framework().statics(ShutdownHookManagers.CLASS);
    if (statics.isPresent()) {
      statics.get().in("MGR").clear("hooks", "shutdownInProgress");
    }
  }
}
