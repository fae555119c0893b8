/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.probe.jdk;

import java.security.Provider;
import java.security.Security;
import java.util.Arrays;
import java.util.Map;
import java.util.Properties;
import org.hpcreuse.it.program.probe.report.Digest;
import org.hpcreuse.it.program.probe.report.Peek;
import org.hpcreuse.it.program.probe.report.Report;
import org.hpcreuse.it.program.probe.report.Sight;

/** Providers, security properties, the default TLS context, the security manager. */
public final class SecuritySight implements Sight {
  @Override
  public void look(Report report) throws ReflectiveOperationException {
    report.put(
        "security.providers",
        Arrays.stream(Security.getProviders())
            .map(provider -> provider.getName() + " " + kind(provider))
            .toList());
    for (Provider provider : Security.getProviders()) {
      report.put("security.entries." + provider.getName(), entries(provider));
    }
    Properties properties = (Properties) Peek.at("java.security.Security", "props");
    for (Map.Entry<Object, Object> property : properties.entrySet()) {
      report.put("security.property." + property.getKey(), property.getValue());
    }
    Object tls = Peek.at("javax.net.ssl.SSLContext", "defaultContext");
    report.put("security.tls", tls == null ? "untouched" : Digest.name(tls.getClass()));
    report.put("security.algorithm", java.security.KeyStore.getDefaultType());
    report.put("security.manager", manager());
  }

  private static String entries(Provider provider) {
    return provider.size()
        + " "
        + provider.getServices().size()
        + " "
        + provider.keySet().hashCode();
  }

  private static String kind(Provider provider) {
    return Digest.name(provider.getClass());
  }

  @SuppressWarnings("removal") // while it is there a container can set it
  private static Object manager() {
    SecurityManager manager = System.getSecurityManager();
    return manager == null ? null : manager.getClass();
  }
}
