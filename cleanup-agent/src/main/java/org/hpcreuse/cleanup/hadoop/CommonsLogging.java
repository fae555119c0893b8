/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseStep;

/**
 * Releases the commons-logging factory made for the container's loader.
 *
 * <p>Without it LogFactory.factories keeps the loader.
 */
public final class CommonsLogging implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Optional<ReflectiveAccess> statics =
        release.framework().statics("org.apache.commons.logging.LogFactory");
    if (statics.isEmpty()) {
      return;
    }
    Map<?, ?> factories = statics.get().get("factories", Map.class);
    List<Object> keys;
    synchronized (factories) {
      keys = new ArrayList<>(factories.keySet());
    }
    for (Object key : keys) {
      if (key instanceof ClassLoader loader && release.belongsToContainer(loader)) {
        statics.get().call("release", new Class<?>[] {ClassLoader.class}, loader);
      }
    }
  }
}
