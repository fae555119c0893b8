/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.settings;

import java.security.Provider;
import java.security.Security;
import java.util.List;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * The list of security providers. Those that the framework has added go, too: of Hadoop's classes
 * only methods do so (SASL for RPC servers, the proxy's certificates, a JCE provider asked for in
 * the configuration), whenever they are called.
 *
 * <p>Without it a provider from the container's jar answers for the next one, and keeps the loader.
 */
public final class SecurityProviders implements Restorable<List<Provider>> {

  @Override
  public List<Provider> capture(LoadedClasses framework) {
    return List.of(Security.getProviders());
  }

  @Override
  public void restore(List<Provider> before, Release release) {
    List<Provider> now = List.of(Security.getProviders());
    if (now.equals(before)) {
      return;
    }
    now.forEach(provider -> Security.removeProvider(provider.getName()));
    before.forEach(Security::addProvider);
  }
}
