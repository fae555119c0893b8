/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.List;
import org.hpcreuse.cleanup.LoadedClasses;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.Restorable;

/**
 * How SecurityUtil resolves hosts and names token services.
 *
 * <p>Without it a container that calls SecurityUtil.setConfiguration decides whether the next one
 * finds its tokens by address or by name. State: SecurityUtil.hostResolver, domainNameResolver.
 */
final class SecuritySettings implements Restorable<SavedStatics> {
  @Override
  public SavedStatics capture(LoadedClasses framework) {
    return SavedStatics.capture(
        framework,
        "org.apache.hadoop.security.SecurityUtil",
        List.of(
            "useIpForTokenService",
            "hostResolver",
            "domainNameResolver",
            "logSlowLookups",
            "slowLookupThresholdMs",
            "cachingInterval"));
  }

  @Override
  public void restore(SavedStatics before, Release release) throws ReflectiveOperationException {
    before.restore(release.framework());
  }
}
