/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hpcreuse.cleanup.LoadedClasses;
import org.hpcreuse.cleanup.Members;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.Restorable;

/**
 * How SecurityUtil resolves hosts and names token services.
 *
 * <p>Without it a container that calls SecurityUtil.setConfiguration decides whether the next one
 * finds its tokens by address or by name. Source: facts/statics.md (SecurityUtil.hostResolver,
 * domainNameResolver).
 */
final class SecuritySettings implements Restorable<Map<String, Object>> {
  private static final String CLASS = "org.apache.hadoop.security.SecurityUtil";
  private static final List<String> FIELDS =
      List.of(
          "useIpForTokenService",
          "hostResolver",
          "domainNameResolver",
          "logSlowLookups",
          "slowLookupThresholdMs",
          "cachingInterval");

  @Override
  public Map<String, Object> capture(LoadedClasses framework) {
    Map<String, Object> values = new HashMap<>();
    Optional<Members> statics = framework.statics(CLASS);
    try {
      for (String field : statics.isPresent() ? FIELDS : List.<String>of()) {
        values.put(field, statics.get().get(field));
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(CLASS + " has changed", e);
    }
    return Map.copyOf(values);
  }

  @Override
  public void restore(Map<String, Object> before, Release release)
      throws ReflectiveOperationException {
    for (Map.Entry<String, Object> entry : before.entrySet()) {
      Members.ofClass(release.framework().find(CLASS).orElseThrow())
          .set(entry.getKey(), entry.getValue());
    }
  }
}
