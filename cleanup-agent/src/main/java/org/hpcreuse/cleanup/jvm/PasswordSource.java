/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm;

import java.net.Authenticator;
import java.util.Optional;
import org.hpcreuse.cleanup.LoadedClasses;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.Restorable;

/**
 * The default Authenticator of java.net.
 *
 * <p>Without it the next container's HTTP requests are answered with this one's passwords.
 */
final class PasswordSource implements Restorable<Optional<Authenticator>> {

  @Override
  public Optional<Authenticator> capture(LoadedClasses framework) {
    return Optional.ofNullable(Authenticator.getDefault());
  }

  @Override
  public void restore(Optional<Authenticator> before, Release release) {
    Authenticator.setDefault(before.orElse(null));
  }
}
