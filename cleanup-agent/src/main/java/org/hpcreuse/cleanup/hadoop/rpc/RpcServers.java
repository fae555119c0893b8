/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop.rpc;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.hpcreuse.cleanup.jvm.threads.LiveThreads;
import org.hpcreuse.cleanup.state.BoundedCall;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseStep;

/**
 * Stops the RPC servers that the container has not stopped, as an MRAppMaster that is halted.
 *
 * <p>Without it their threads take no end: the responder goes on as long as its server is said to
 * run, through interrupts and over a closed selector, and costs the slot. Source:
 * ipc.Server.Responder.doRunLoop (Hadoop 3.5.0).
 */
public final class RpcServers implements ReleaseStep {
  private static final String SERVER = "org.apache.hadoop.ipc.Server";

  @Override
  public void run(Release release) throws Exception {
    for (Object server : servers(release)) {
      BoundedCall.run(
          "stop an RPC server",
          release.frameworkLoader(),
          release.nanosLeft(),
          () -> ReflectiveAccess.of(server).call("stop"));
    }
  }

  /** Listener, responder and handlers are inner classes of the server. */
  private static Set<Object> servers(Release release) throws ReflectiveOperationException {
    Set<Object> servers = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Thread thread : LiveThreads.all()) {
      Class<?> outer = thread.getClass().getEnclosingClass();
      if (outer != null
          && outer.getName().equals(SERVER)
          && outer.getClassLoader() == release.frameworkLoader()
          && release.containerThreads().test(thread)) {
        servers.add(ReflectiveAccess.of(thread).get("this$0"));
      }
    }
    return servers;
  }
}
