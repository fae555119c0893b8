/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.settings;

import java.net.Authenticator;
import java.util.Optional;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * The default Authenticator of java.net.
 *
 * <p>Without it the next container's HTTP requests are answered with this one's passwords.
 */
public final class PasswordSource implements Restorable<Optional<Authenticator>> {

  @Override
  public Optional<Authenticator> capture(LoadedClasses framework) {
    return Optional.ofNullable(Authenticator.getDefault());
  }

  @Override
  public void restore(Optional<Authenticator> before, Release release) {
    Authenticator.setDefault(before.orElse(null));
  }
}
