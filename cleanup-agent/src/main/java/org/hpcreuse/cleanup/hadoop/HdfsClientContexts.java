/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hpcreuse.cleanup.state.BoundedCall;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseStep;

/**
 * Forgets the HDFS client contexts, after closing the connections to DataNodes that they keep.
 *
 * <p>Without it a client of the next container gets the configuration, open peers and dead nodes of
 * this one, and the peer cache's daemon keeps the loader. Source:
 * org.apache.hadoop.hdfs.ClientContext.CACHES.
 */
public final class HdfsClientContexts implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Optional<ReflectiveAccess> statics =
        release.framework().statics("org.apache.hadoop.hdfs.ClientContext");
    if (statics.isEmpty()) {
      return;
    }
    Class<?> type = release.framework().find("org.apache.hadoop.hdfs.ClientContext").orElseThrow();
    List<Object> contexts;
    synchronized (type) {
      Map<?, ?> live = statics.get().get("CACHES", Map.class);
      contexts = new ArrayList<>(live.values());
      live.clear();
    }
    for (Object context : contexts) {
      ReflectiveAccess peers = ReflectiveAccess.of(context).in("peerCache");
      BoundedCall.run(
          "close HDFS peers",
          release.frameworkLoader(),
          release.nanosLeft(),
          () -> peers.call("close"));
    }
  }
}
