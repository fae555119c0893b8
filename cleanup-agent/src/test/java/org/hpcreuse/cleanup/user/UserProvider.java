/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.user;

import java.security.Provider;
import java.security.Security;
import java.util.concurrent.Callable;

/** A security provider that a job brings and adds. */
public final class UserProvider extends Provider implements Callable<Integer> {
  private static final long serialVersionUID = 1;

  public UserProvider() {
    super("user", "1", "of the user's jar");
  }

  @Override
  public Integer call() {
    return Security.addProvider(this);
  }
}
