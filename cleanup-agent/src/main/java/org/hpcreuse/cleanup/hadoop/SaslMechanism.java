/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.Optional;
import org.hpcreuse.cleanup.Members;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;

/**
 * Forgets the SASL mechanism, which is read once from environment and configuration.
 *
 * <p>Without it the next container authenticates by this one's HADOOP_SECURITY_SASL_MECHANISM.
 * State: SaslMechanismFactory.mechanism.
 */
final class SaslMechanism implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Optional<Members> statics =
        release.framework().statics("org.apache.hadoop.security.SaslMechanismFactory");
    if (statics.isPresent()) {
      statics.get().zero("mechanism");
    }
  }
}
