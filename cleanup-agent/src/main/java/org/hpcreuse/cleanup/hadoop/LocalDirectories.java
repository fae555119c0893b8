/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.Optional;
import org.hpcreuse.cleanup.Members;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;

/**
 * Forgets which local directories were handed out, by configuration name.
 *
 * <p>Without it the next container of another job writes into this one's directories as long as the
 * configured text is the same, and failed directories stay out. Source: facts/hadoop.md
 * (LocalDirAllocator.contexts).
 */
final class LocalDirectories implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Optional<Members> statics =
        release.framework().statics("org.apache.hadoop.fs.LocalDirAllocator");
    if (statics.isPresent()) {
      statics.get().clear("contexts");
    }
  }
}
