/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm;

import java.net.ProxySelector;
import java.util.Optional;
import org.hpcreuse.cleanup.LoadedClasses;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.Restorable;

/**
 * The default proxy selector.
 *
 * <p>Without it connections of the next container go through this one's proxy.
 */
final class Proxies implements Restorable<Optional<ProxySelector>> {

  @Override
  public Optional<ProxySelector> capture(LoadedClasses framework) {
    return Optional.ofNullable(ProxySelector.getDefault());
  }

  @Override
  public void restore(Optional<ProxySelector> before, Release release) {
    ProxySelector.setDefault(before.orElse(null));
  }
}
