/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.Map;
import java.util.Optional;
import org.hpcreuse.cleanup.Members;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;

/**
 * Drops names given to the container's classes.
 *
 * <p>Without it a SequenceFile of the next job that names such a class is read with this job's
 * class. State: WritableName.
 */
final class WritableNames implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Optional<Class<?>> type = release.framework().find("org.apache.hadoop.io.WritableName");
    if (type.isEmpty()) {
      return;
    }
    Members statics = Members.ofClass(type.get());
    synchronized (type.get()) {
      Map<?, ?> classes = statics.get("NAME_TO_CLASS", Map.class);
      classes.values().removeIf(release::isContainers);
      Map<?, ?> names = statics.get("CLASS_TO_NAME", Map.class);
      names.keySet().removeIf(release::isContainers);
    }
  }
}
