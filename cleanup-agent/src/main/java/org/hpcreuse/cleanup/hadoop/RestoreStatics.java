/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseStep;

/**
 * Makes the static state of the framework's classes what it was.
 *
 * <p>Without it the next container finds this one's settings, caches, tokens and singletons in
 * every class that no step of its own is about.
 */
public final class RestoreStatics implements ReleaseStep {
  @Override
  public void run(Release release) {
    release.baseline().statics().restore();
  }
}
