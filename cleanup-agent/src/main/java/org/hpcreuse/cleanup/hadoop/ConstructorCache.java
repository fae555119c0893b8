/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.Optional;
import org.hpcreuse.cleanup.Members;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;

/**
 * Forgets the constructors that ReflectionUtils has looked up.
 *
 * <p>Without it the classes of every job stay: elsewhere 18.2 MB of metaspace a job were seen.
 * State: ReflectionUtils.CONSTRUCTOR_CACHE.
 */
final class ConstructorCache implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Optional<Members> statics =
        release.framework().statics("org.apache.hadoop.util.ReflectionUtils");
    if (statics.isPresent()) {
      statics.get().clear("CONSTRUCTOR_CACHE");
    }
  }
}
