/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.settings;

import java.net.ResponseCache;
import java.util.Optional;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * The default response cache of java.net.
 *
 * <p>Without it the next container gets answers that this one was given.
 */
public final class HttpCache implements Restorable<Optional<ResponseCache>> {

  @Override
  public Optional<ResponseCache> capture(LoadedClasses framework) {
    return Optional.ofNullable(ResponseCache.getDefault());
  }

  @Override
  public void restore(Optional<ResponseCache> before, Release release) {
    ResponseCache.setDefault(before.orElse(null));
  }
}
