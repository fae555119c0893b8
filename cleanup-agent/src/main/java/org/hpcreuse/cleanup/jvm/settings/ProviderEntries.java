/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.settings;

import java.security.Provider;
import java.security.Security;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hpcreuse.cleanup.state.HeldState;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.Residue;
import org.hpcreuse.cleanup.state.Residues;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * What the security providers offer: each is a table that anybody can write, and stays.
 *
 * <p>Without it an algorithm that this container has taken away, or given another meaning, is so
 * for the next one.
 */
public final class ProviderEntries implements Restorable<Map<String, ProviderEntries.Saved>> {
  /**
   * One provider.
   *
   * @param entries its table
   * @param held the services made of it, some when first asked for
   */
  record Saved(Map<Object, Object> entries, HeldState held) {
    static Saved of(Provider provider) {
      return new Saved(Map.copyOf(provider), HeldState.of(provider));
    }

    /** What is made when first asked for is no difference. */
    @Override
    public boolean equals(Object other) {
      return other instanceof Saved saved && entries.equals(saved.entries);
    }

    @Override
    public int hashCode() {
      return entries.hashCode();
    }
  }

  @Override
  public Map<String, Saved> capture(LoadedClasses framework) {
    Map<String, Saved> saved = new LinkedHashMap<>();
    for (Provider provider : Security.getProviders()) {
      if (provider.getClass().getClassLoader() == null || isPlatforms(provider)) {
        saved.put(provider.getName(), Saved.of(provider));
      }
    }
    return saved;
  }

  private static boolean isPlatforms(Provider provider) {
    return provider.getClass().getClassLoader() == ClassLoader.getPlatformClassLoader();
  }

  @Override
  public void restore(Map<String, Saved> before, Release release) {
    Map<String, Saved> now = capture(release.framework());
    before.forEach(
        (name, saved) -> {
          if (!saved.equals(now.get(name))) {
            saved.held().restore();
          }
        });
  }

  @Override
  public List<Residue> differences(Map<String, Saved> before, Map<String, Saved> after) {
    List<Residue> found = new ArrayList<>();
    before.forEach(
        (name, saved) -> {
          if (after.containsKey(name)) {
            found.addAll(
                Residues.of(kind(), name, saved.entries(), after.get(name).entries()).stream()
                    .map(
                        part ->
                            new Residue(
                                part.kind(),
                                name + " " + part.where(),
                                part.before(),
                                part.after(),
                                ""))
                    .toList());
          }
        });
    return found;
  }
}
