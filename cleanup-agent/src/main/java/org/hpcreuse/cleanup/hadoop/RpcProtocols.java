/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.Optional;
import org.hpcreuse.cleanup.Members;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;

/**
 * Forgets which RPC engine the container's protocols use.
 *
 * <p>Without it RPC.PROTOCOL_ENGINES keeps its classes, and a job that chose another engine for a
 * Hadoop protocol chose it for all. Source: RPC.getProtocolEngine (Hadoop 3.5.0).
 */
final class RpcProtocols implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Optional<Members> statics = release.framework().statics("org.apache.hadoop.ipc.RPC");
    if (statics.isPresent()) {
      statics.get().clear("PROTOCOL_ENGINES");
    }
  }
}
