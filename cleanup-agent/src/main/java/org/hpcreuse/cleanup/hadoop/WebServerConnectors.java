/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseStep;

/**
 * Tells the connectors of web servers that they run no more. Repeated while threads end, since a
 * server that is just starting says that its connectors run.
 *
 * <p>Without it a thread that comes to accept connections when its channel is closed already tries
 * for ever, whatever interrupts it: an MRAppMaster that is killed while it starts costs its slot.
 * Sources: org.eclipse.jetty.server.AbstractConnector.Acceptor.run, ServerConnector.accept, and
 * ShutdownMonitor, which knows every server (Jetty 9.4.58).
 */
public final class WebServerConnectors implements ReleaseStep {
  /** AbstractLifeCycle.STATE_STOPPED. */
  private static final int STOPPED = 0;

  private static final String SERVER = "org.eclipse.jetty.server.Server";

  @Override
  public void run(Release release) throws Exception {
    Optional<ReflectiveAccess> holder = release.framework().statics(JettyShutdownMonitor.MONITOR);
    if (holder.isEmpty()) {
      return;
    }
    for (Object server : servers(holder.get().get("instance"))) {
      List<?> connectors = ReflectiveAccess.of(server).get("_connectors", List.class);
      for (Object connector : connectors) {
        ReflectiveAccess.of(connector).set("_state", STOPPED);
      }
    }
  }

  private static List<Object> servers(Object monitor) throws ReflectiveOperationException {
    List<Object> servers = new ArrayList<>();
    synchronized (monitor) {
      Set<?> registered = ReflectiveAccess.of(monitor).get("_lifeCycles", Set.class);
      servers.addAll(registered);
    }
    servers.removeIf(each -> !each.getClass().getName().equals(SERVER));
    return servers;
  }
}
