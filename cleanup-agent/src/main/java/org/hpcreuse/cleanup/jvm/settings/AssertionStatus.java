/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.settings;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.LoaderFields;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * Which classes of the loaders that stay check their assertions; each loader lets everybody set it.
 *
 * <p>Without it framework classes that the next container is the first to use have assertions on.
 */
public final class AssertionStatus implements Restorable<Map<String, Object>> {
  private static final String DEFAULT = "defaultAssertionStatus";
  private static final String PACKAGES = "packageAssertionStatus";
  private static final String CLASSES = "classAssertionStatus";

  @Override
  public Map<String, Object> capture(LoadedClasses framework) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (Map.Entry<String, ClassLoader> loader : loaders(framework.loader()).entrySet()) {
      values.put(loader.getKey() + DEFAULT, LoaderFields.getFlag(loader.getValue(), DEFAULT));
      values.put(loader.getKey() + PACKAGES, copy(loader.getValue(), PACKAGES));
      values.put(loader.getKey() + CLASSES, copy(loader.getValue(), CLASSES));
    }
    return values;
  }

  /** None of the maps is what a loader begins with; a map is made when something is set. */
  private static Object copy(ClassLoader loader, String field) {
    return Optional.ofNullable((Map<?, ?>) LoaderFields.get(loader, field)).map(HashMap::new);
  }

  @Override
  public void restore(Map<String, Object> before, Release release) {
    if (capture(release.framework()).equals(before)) {
      return;
    }
    for (Map.Entry<String, ClassLoader> loader : loaders(release.framework().loader()).entrySet()) {
      LoaderFields.setFlag(loader.getValue(), DEFAULT, before.get(loader.getKey() + DEFAULT));
      set(loader.getValue(), PACKAGES, before.get(loader.getKey() + PACKAGES));
      set(loader.getValue(), CLASSES, before.get(loader.getKey() + CLASSES));
    }
  }

  private static void set(ClassLoader loader, String field, Object before) {
    Map<?, ?> was = before instanceof Optional<?> held ? (Map<?, ?>) held.orElse(null) : null;
    LoaderFields.set(loader, field, was == null ? null : new HashMap<>(was));
  }

  /** The framework's and those above it, the slot's and those above it, by name. */
  private static Map<String, ClassLoader> loaders(ClassLoader framework) {
    Map<String, ClassLoader> loaders = new LinkedHashMap<>();
    add(loaders, framework);
    add(loaders, ClassLoader.getSystemClassLoader());
    return loaders;
  }

  private static void add(Map<String, ClassLoader> loaders, ClassLoader lowest) {
    for (ClassLoader at = lowest; at != null; at = at.getParent()) {
      loaders.put((at.getName() == null ? at.getClass().getName() : at.getName()) + ".", at);
    }
  }
}
