/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm;

import org.hpcreuse.cleanup.LoadedClasses;
import org.hpcreuse.cleanup.Members;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;

/**
 * Forgets the trees of preferences: who uses them next reads them from their files.
 *
 * <p>Without it this container's listeners to changes stay, and with them the loader.
 */
final class PreferenceTrees implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Class<?> owner = Class.forName("java.util.prefs.FileSystemPreferences", false, null);
    if (LoadedClasses.isInitialized(owner)) {
      Members.ofClass(owner).zero("userRoot", "systemRoot");
    }
  }
}
