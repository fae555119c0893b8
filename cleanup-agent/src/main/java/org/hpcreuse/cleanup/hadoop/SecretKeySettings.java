/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.List;
import org.hpcreuse.cleanup.LoadedClasses;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.Restorable;

/**
 * By which algorithm SecretManager makes keys, and that it has made some already.
 *
 * <p>Without it tokens of the next MRAppMaster are signed as this one was told to. Source:
 * facts/statics.md (SecretManager.keygenInitialized, macInitialized, secretKeyInitialized).
 */
final class SecretKeySettings implements Restorable<SavedStatics> {
  @Override
  public SavedStatics capture(LoadedClasses framework) {
    return SavedStatics.capture(
        framework,
        "org.apache.hadoop.security.token.SecretManager",
        List.of(
            "selectedAlgorithm",
            "selectedLength",
            "keygenInitialized",
            "macInitialized",
            "secretKeyInitialized"));
  }

  @Override
  public void restore(SavedStatics before, Release release) throws ReflectiveOperationException {
    before.restore(release.framework());
  }
}
