/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.caches;

import java.util.ResourceBundle;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseStep;

/**
 * Forgets resource bundles found through the container's loader.
 *
 * <p>Without it the cache holds them (softly) and with them the loader, until memory runs short.
 */
public final class ResourceBundles implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    ResourceBundle.clearCache(release.containerLoader());
  }
}
