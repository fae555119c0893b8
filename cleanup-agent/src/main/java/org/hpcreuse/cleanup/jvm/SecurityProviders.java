/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm;

import java.security.Provider;
import java.security.Security;
import java.util.ArrayList;
import java.util.List;
import org.hpcreuse.cleanup.LoadedClasses;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.Restorable;

/**
 * The list of security providers. Those that a framework class has added since stay, behind the
 * others: their classes do so once, in an initialiser.
 *
 * <p>Without it a provider from the container's jar answers for the next one, and keeps the loader.
 */
final class SecurityProviders implements Restorable<List<Provider>> {

  @Override
  public List<Provider> capture(LoadedClasses framework) {
    return List.of(Security.getProviders());
  }

  @Override
  public void restore(List<Provider> before, Release release) {
    List<Provider> now = List.of(Security.getProviders());
    List<Provider> wanted = new ArrayList<>(before);
    now.stream()
        .filter(provider -> !before.contains(provider) && !release.isContainers(provider))
        .forEach(wanted::add);
    if (now.equals(wanted)) {
      return;
    }
    now.forEach(provider -> Security.removeProvider(provider.getName()));
    wanted.forEach(Security::addProvider);
  }
}
