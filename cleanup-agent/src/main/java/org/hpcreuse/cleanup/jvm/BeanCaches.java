/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm;

import java.beans.Introspector;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;

/**
 * Flushes what the bean introspector knows.
 *
 * <p>Without it its cache, which is kept per thread group, holds bean infos of the container's
 * classes.
 */
final class BeanCaches implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Introspector.flushCaches();
  }
}
