/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm;

import java.util.TimeZone;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;

/**
 * Forgets the default time zone: the JDK works it out again from user.timezone and the environment
 * when the next container asks.
 *
 * <p>Without it timestamps of the next container are in this one's zone.
 */
final class DefaultTimeZone implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    TimeZone.setDefault(null);
  }
}
