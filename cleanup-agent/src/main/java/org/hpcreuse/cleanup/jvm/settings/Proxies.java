/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.settings;

import java.net.ProxySelector;
import java.util.Optional;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * The default proxy selector.
 *
 * <p>Without it connections of the next container go through this one's proxy.
 */
public final class Proxies implements Restorable<Optional<ProxySelector>> {

  @Override
  public Optional<ProxySelector> capture(LoadedClasses framework) {
    return Optional.ofNullable(ProxySelector.getDefault());
  }

  @Override
  public void restore(Optional<ProxySelector> before, Release release) {
    ProxySelector.setDefault(before.orElse(null));
  }
}
