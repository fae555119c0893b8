/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.usercode;

import java.security.ProtectionDomain;
import org.hpcreuse.cleanup.state.ReflectiveAccess;

/** Where classes say that they are from. The JVM asks once, when it defines them. */
final class ClassDomains {
  private ClassDomains() {}

  /** From now on the classes of a domain are from where those of the other one are. */
  static void set(ProtectionDomain domain, ProtectionDomain other) {
    try {
      ReflectiveAccess fields = ReflectiveAccess.of(domain);
      fields.set("codesource", other.getCodeSource());
      fields.set("permissions", other.getPermissions());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("java.security.ProtectionDomain has changed", e);
    }
  }
}
