/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.Map;
import java.util.Optional;
import org.hpcreuse.cleanup.Members;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;

/**
 * Drops the comparators of the container's classes, and takes the configuration out of the shared
 * ones.
 *
 * <p>Without it each comparator holds the last JobConf and, through it, the container's loader.
 * State: WritableComparator.comparators.
 */
final class WritableComparators implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Optional<Members> statics =
        release.framework().statics("org.apache.hadoop.io.WritableComparator");
    if (statics.isEmpty()) {
      return;
    }
    Map<?, ?> comparators = statics.get().get("comparators", Map.class);
    comparators
        .entrySet()
        .removeIf(
            entry ->
                release.isContainers(entry.getKey()) || release.isContainers(entry.getValue()));
    for (Object comparator : comparators.values()) {
      Members.of(comparator).zero("conf");
    }
  }
}
