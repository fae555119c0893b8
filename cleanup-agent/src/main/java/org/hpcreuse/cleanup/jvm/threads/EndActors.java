/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.threads;

import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseStep;

/** A step that ends something of the container that can still act. */
public interface EndActors extends ReleaseStep {
  /** Whether there is anything to end now; must be cheap. */
  boolean hasWork(Release release) throws Exception;
}
