/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.Optional;
import org.hpcreuse.cleanup.Members;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;

/**
 * Drops constructors of RPC clients and servers for the container's protocols.
 *
 * <p>Without it the caches keep its loader. State: RpcClientFactoryPBImpl, RpcServerFactoryPBImpl.
 */
final class RpcStubs implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    clear(release, "RpcClientFactoryPBImpl", "cache");
    clear(release, "RpcServerFactoryPBImpl", "serviceCache", "protoCache");
  }

  private static void clear(Release release, String factory, String... caches)
      throws ReflectiveOperationException {
    Optional<Members> statics =
        release.framework().statics("org.apache.hadoop.yarn.factories.impl.pb." + factory);
    if (statics.isPresent()) {
      statics.get().in("self").clear(caches);
    }
  }
}
