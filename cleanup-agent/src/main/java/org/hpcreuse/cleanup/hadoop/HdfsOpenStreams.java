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
 * Aborts every HDFS output stream that is still open. In a process these die with it: the file
 * stays unfinished and its lease runs out. The hooks of an orderly exit have completed what Hadoop
 * would complete; nothing else may be.
 *
 * <p>Without it FileSystem.closeAll would complete a half-written file that a killed task left, and
 * a reader would take it for whole. Source: DFSClient.closeAllFilesBeingWritten(true), as
 * LeaseRenewer calls it.
 */
public final class HdfsOpenStreams implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Optional<ReflectiveAccess> statics =
        release.framework().statics("org.apache.hadoop.hdfs.client.impl.LeaseRenewer$Factory");
    if (statics.isEmpty()) {
      return;
    }
    Object factory = statics.get().get("INSTANCE");
    List<Object> renewers;
    synchronized (factory) {
      Map<?, ?> live = ReflectiveAccess.of(factory).get("renewers", Map.class);
      renewers = new ArrayList<>(live.values());
      live.clear();
    }
    for (Object renewer : renewers) {
      List<Object> clients;
      synchronized (renewer) {
        List<?> live = ReflectiveAccess.of(renewer).get("dfsclients", List.class);
        clients = new ArrayList<>(live);
      }
      for (Object client : clients) {
        abort(client, release);
      }
    }
  }

  private static void abort(Object client, Release release) throws Exception {
    BoundedCall.run(
        "abort HDFS streams",
        release.frameworkLoader(),
        release.nanosLeft(),
        () ->
            ReflectiveAccess.of(client)
                .call("closeAllFilesBeingWritten", new Class<?>[] {boolean.class}, true));
  }
}
