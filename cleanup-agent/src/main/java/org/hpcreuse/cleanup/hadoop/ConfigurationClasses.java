/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.Optional;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseStep;

/**
 * Forgets the classes that Configuration looked up by name through the container's loaders.
 *
 * <p>The cache is weak in its keys; without this step a class found through a child loader can keep
 * that child alive. State: Configuration.CACHE_CLASSES.
 */
public final class ConfigurationClasses implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Optional<ReflectiveAccess> statics =
        release.framework().statics("org.apache.hadoop.conf.Configuration");
    if (statics.isPresent()) {
      statics.get().clear("CACHE_CLASSES");
    }
  }
}
