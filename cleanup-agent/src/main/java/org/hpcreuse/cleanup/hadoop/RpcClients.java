/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hpcreuse.cleanup.state.BoundedCall;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseStep;

/**
 * Stops the RPC clients of all engines and forgets them. Call ids and client ids go on counting:
 * rewound, a NameNode's retry cache could answer a new call with an old result.
 *
 * <p>Without it the next container speaks over connections that were authenticated with this one's
 * credentials. Source: org.apache.hadoop.ipc.ClientCache, which each engine keeps in CLIENTS.
 */
public final class RpcClients implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    for (String engine : ENGINES) {
      Optional<ReflectiveAccess> statics =
          release.framework().statics("org.apache.hadoop.ipc." + engine);
      if (statics.isEmpty()) {
        continue;
      }
      List<?> clients = takeClients(statics.get().get("CLIENTS"));
      if (!clients.isEmpty()) {
        BoundedCall.run(
            "stop RPC clients of " + engine,
            release.frameworkLoader(),
            release.nanosLeft(),
            () -> stop(clients));
      }
    }
  }

  /**
   * Takes all clients out of the cache. Its own {@code clearCache} holds no lock: threads of the
   * container that ask for a client meanwhile would break it off, or would make one that nobody
   * stops.
   */
  private static List<?> takeClients(Object cache) throws ReflectiveOperationException {
    synchronized (cache) {
      Map<?, ?> cached = ReflectiveAccess.of(cache).get("clients", Map.class);
      List<?> clients = List.copyOf(cached.values());
      cached.clear();
      return clients;
    }
  }

  private static Void stop(List<?> clients) throws Exception {
    for (Object client : clients) {
      ReflectiveAccess.of(client).call("stop");
    }
    return null;
  }

  private static final List<String> ENGINES =
      List.of("ProtobufRpcEngine2", "ProtobufRpcEngine", "WritableRpcEngine");
}
