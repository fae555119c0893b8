/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseStep;

/**
 * Ends the thread pools of HDFS clients for striped and hedged reads.
 *
 * <p>Without it their thread factories keep this container's loader and the next container reads in
 * threads that carry its credentials. Source: org.apache.hadoop.hdfs.DFSClient, the two pools
 * below.
 */
public final class HdfsReadPools implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Optional<ReflectiveAccess> statics =
        release.framework().statics("org.apache.hadoop.hdfs.DFSClient");
    if (statics.isEmpty()) {
      return;
    }
    for (String pool : List.of("STRIPED_READ_THREAD_POOL", "HEDGED_READ_THREAD_POOL")) {
      ExecutorService executor = statics.get().get(pool, ExecutorService.class);
      if (executor != null) {
        executor.shutdownNow();
        statics.get().zero(pool);
      }
    }
  }
}
