/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.Map;
import java.util.Optional;
import org.hpcreuse.cleanup.Members;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;

/**
 * Drops factories of, or made by, the container's classes.
 *
 * <p>Without it they keep the loader. State: WritableFactories.
 */
final class WritableFactoryEntries implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Optional<Members> statics =
        release.framework().statics("org.apache.hadoop.io.WritableFactories");
    if (statics.isPresent()) {
      Map<?, ?> factories = statics.get().get("CLASS_TO_FACTORY", Map.class);
      factories
          .entrySet()
          .removeIf(
              entry ->
                  release.isContainers(entry.getKey()) || release.isContainers(entry.getValue()));
    }
  }
}
