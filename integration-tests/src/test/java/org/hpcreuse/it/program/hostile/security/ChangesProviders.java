/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.security;

import java.security.Provider;
import java.security.Security;

/** Leaves a security provider of its own in the first place and removes others. */
public final class ChangesProviders {
  private ChangesProviders() {}

  /** Leaves it. */
  public static void main(String[] args) {

    Security.removeProvider("SunJCE");
    Security.insertProviderAt(new Own(), 1);
  }

  private static final class Own extends Provider {
    private static final long serialVersionUID = 1L;

    Own() {
      super("left.behind", "1", "");
    }
  }
}
