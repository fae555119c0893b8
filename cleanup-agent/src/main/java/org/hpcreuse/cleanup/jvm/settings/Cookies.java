/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.settings;

import java.net.CookieHandler;
import java.util.Optional;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * The default cookie handler.
 *
 * <p>Without it sessions of this container's HTTP requests are sent by the next one's.
 */
public final class Cookies implements Restorable<Optional<CookieHandler>> {

  @Override
  public Optional<CookieHandler> capture(LoadedClasses framework) {
    return Optional.ofNullable(CookieHandler.getDefault());
  }

  @Override
  public void restore(Optional<CookieHandler> before, Release release) {
    CookieHandler.setDefault(before.orElse(null));
  }
}
