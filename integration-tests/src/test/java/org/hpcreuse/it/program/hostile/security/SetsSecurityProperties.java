/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.security;

import java.security.Security;

/** Leaves security properties changed and added. */
public final class SetsSecurityProperties {
  private SetsSecurityProperties() {}

  /** Leaves it. */
  public static void main(String[] args) {

    Security.setProperty("networkaddress.cache.ttl", "17");
    Security.setProperty("keystore.type", "JKS");
    Security.setProperty("left.behind", "1");
  }
}
