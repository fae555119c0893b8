/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.Optional;
import org.hpcreuse.cleanup.Members;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;

/**
 * Forgets the NodeManager tokens of the shared cache.
 *
 * <p>Without it the tokens of this application, which start containers in its name, are there for
 * the next MRAppMaster. State: NMTokenCache.NM_TOKEN_CACHE.nmTokens.
 */
final class NodeManagerTokens implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Optional<Members> statics =
        release.framework().statics("org.apache.hadoop.yarn.client.api.NMTokenCache");
    if (statics.isPresent()) {
      statics.get().in("NM_TOKEN_CACHE").clear("nmTokens");
    }
  }
}
