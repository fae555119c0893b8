/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.Optional;
import org.hpcreuse.cleanup.Members;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;

/**
 * Forgets the web application that Guice serves.
 *
 * <p>Without it this MRAppMaster's whole object graph stays reachable, and the next one's pages
 * come with a warning about multiple injectors. State: GuiceFilter.
 */
final class ServletFilter implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Optional<Members> statics =
        release.framework().statics("com.google.inject.servlet.GuiceFilter");
    if (statics.isPresent()) {
      statics.get().call("reset");
    }
  }
}
