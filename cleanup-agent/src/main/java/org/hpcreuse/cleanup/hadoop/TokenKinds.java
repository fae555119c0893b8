/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.Optional;
import org.hpcreuse.cleanup.Members;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;

/**
 * Makes token kinds be looked up again through the next container's context loader.
 *
 * <p>Without it identifiers found in the first job's jar are used for good, and those of later jobs
 * are not found. Source: security.token.Token.getClassForIdentifier (Hadoop 3.5.0).
 */
final class TokenKinds implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Optional<Class<?>> type = release.framework().find("org.apache.hadoop.security.token.Token");
    if (type.isPresent()) {
      synchronized (type.get()) {
        Members.ofClass(type.get()).zero("tokenKindMap");
      }
    }
  }
}
