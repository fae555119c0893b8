/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm;

import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;

/** A step that ends something of the container that can still act. */
interface EndsActors extends ReleaseStep {
  /** Whether there is anything to end now; must be cheap. */
  boolean hasWork(Release release) throws Exception;
}
