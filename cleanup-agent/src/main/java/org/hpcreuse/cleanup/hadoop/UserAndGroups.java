/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.Optional;
import org.hpcreuse.cleanup.LoadedClasses;
import org.hpcreuse.cleanup.Members;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;

/**
 * Logs the user out: UserGroupInformation's login user, configuration, groups and authentication
 * method, the group cache and the Kerberos name rules.
 *
 * <p>Without it the next container keeps this one's tokens. Source: facts/hadoop.md
 * (UserGroupInformation.loginUserRef, conf, groups; Groups.GROUPS; KerberosName.rules).
 */
final class UserAndGroups implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    LoadedClasses framework = release.framework();
    Optional<Members> user = framework.statics("org.apache.hadoop.security.UserGroupInformation");
    if (user.isPresent()) {
      user.get().call("reset");
    }
    Optional<Members> groups = framework.statics("org.apache.hadoop.security.Groups");
    if (groups.isPresent()) {
      groups.get().zero("GROUPS");
    }
    Optional<Members> names =
        framework.statics("org.apache.hadoop.security.authentication.util.KerberosName");
    if (names.isPresent()) {
      names.get().zero("rules", "ruleMechanism");
    }
  }
}
