/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.Optional;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseStep;

/**
 * Forgets the web servers that Jetty would stop at the end of the process.
 *
 * <p>Without it each MRAppMaster that is killed leaves its server, and with that its class loader.
 * Source: org.eclipse.jetty.server.ShutdownMonitor (Jetty 9.4.58).
 */
public final class JettyShutdownMonitor implements ReleaseStep {
  static final String MONITOR = "org.eclipse.jetty.server.ShutdownMonitor$Holder";

  @Override
  public void run(Release release) throws Exception {
    Optional<ReflectiveAccess> holder = release.framework().statics(MONITOR);
    if (holder.isPresent()) {
      holder.get().in("instance").clear("_lifeCycles");
    }
  }
}
