/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.Optional;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseStep;

/**
 * Forgets the selectors that Hadoop keeps for its sockets; they are closed with all else that the
 * container has opened.
 *
 * <p>Without it a connection of the next container gets a closed selector. Source:
 * SocketIOWithTimeout.SelectorPool (Hadoop 3.5.0), which keeps each for ten seconds.
 */
public final class SocketSelectors implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Optional<ReflectiveAccess> statics =
        release.framework().statics("org.apache.hadoop.net.SocketIOWithTimeout$SelectorPool");
    if (statics.isPresent()) {
      statics.get().clear("providerMap");
    }
  }
}
