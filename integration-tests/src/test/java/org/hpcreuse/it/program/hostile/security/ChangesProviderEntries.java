/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.security;

import java.security.Provider;
import java.security.Security;

/** Leaves entries in security providers that stay, and others taken away. */
public final class ChangesProviderEntries {
  private ChangesProviderEntries() {}

  /** Leaves it. */
  public static void main(String[] args) {
    Provider provider = Security.getProvider("SUN");
    provider.put("Alg.Alias.MessageDigest.left.behind", "MD5");
    provider.remove("Alg.Alias.MessageDigest.SHA1");
    Security.getProvider("SunJCE").clear();
  }
}
