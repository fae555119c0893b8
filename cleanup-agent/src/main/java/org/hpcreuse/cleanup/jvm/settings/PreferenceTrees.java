/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.settings;

import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseStep;

/**
 * Forgets the trees of preferences: who uses them next reads them from their files.
 *
 * <p>Without it this container's listeners to changes stay, and with them the loader.
 */
public final class PreferenceTrees implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Class<?> owner = Class.forName("java.util.prefs.FileSystemPreferences", false, null);
    if (LoadedClasses.isInitialized(owner)) {
      ReflectiveAccess.ofClass(owner).zero("userRoot", "systemRoot");
    }
  }
}
