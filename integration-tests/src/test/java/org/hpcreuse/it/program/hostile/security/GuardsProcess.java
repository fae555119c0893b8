/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.security;

import java.security.Permission;

/** Leaves a security manager, where nobody refuses it. */
public final class GuardsProcess {
  private GuardsProcess() {}

  /** Leaves it. */
  @SuppressWarnings("removal") // while it is there a container can use it
  public static void main(String[] args) {

    try {
      System.setSecurityManager(new AllowsAll());
    } catch (UnsupportedOperationException e) {
      System.err.println(e.getMessage());
    }
  }

  @SuppressWarnings("removal")
  private static final class AllowsAll extends SecurityManager {
    @Override
    public void checkPermission(Permission permission) {
      // Allowed.
    }
  }
}
