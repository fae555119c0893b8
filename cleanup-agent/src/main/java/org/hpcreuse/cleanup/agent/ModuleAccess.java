/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.agent;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Predicate;

/**
 * Opens and exports packages to a container's classes, as {@code --add-opens} and {@code
 * --add-exports} do for {@code ALL-UNNAMED}.
 *
 * <p>What is opened to a module stays open for as long as the module lives. So each package is
 * opened to the unnamed modules of the container's own loaders alone, which go with the container:
 * to that of its first loader at once, and to those of the others when their first class is loaded.
 * Thread-safe.
 */
public final class ModuleAccess {
  /** For a container that asks for none. */
  static final ModuleAccess NONE = new ModuleAccess(null, List.of(), List.of(), loader -> false);

  private record Granted(Module module, String name, boolean isOpen) {}

  private final Instrumentation instrumentation;
  private final List<Granted> packages = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private final Predicate<ClassLoader> belongsToContainer;
  private final Set<Module> served =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  /**
   * Finds the packages.
   *
   * @param opens as {@code module/package}
   * @param exports as {@code module/package}
   * @param belongsToContainer which loaders are the container's, or loaders made by it
   */
  ModuleAccess(
      Instrumentation instrumentation,
      List<String> opens,
      List<String> exports,
      Predicate<ClassLoader> belongsToContainer) {
    this.instrumentation = instrumentation;
    this.belongsToContainer = belongsToContainer;
    exports.forEach(name -> find(name, "--add-exports", false));
    opens.forEach(name -> find(name, "--add-opens", true));
  }

  private void find(String name, String option, boolean isOpen) {
    String moduleName = name.replaceFirst("/.*", "");
    String packageName = name.substring(name.indexOf('/') + 1);
    Optional<Module> module = ModuleLayer.boot().findModule(moduleName);
    if (module.isEmpty()) {
      warnings.add("WARNING: Unknown module: " + moduleName + " specified to " + option);
    } else if (!module.get().getPackages().contains(packageName)) {
      warnings.add("WARNING: package " + packageName + " not in " + moduleName);
    } else {
      packages.add(new Granted(module.get(), packageName, isOpen));
    }
  }

  /** What the java launcher writes to stderr about them. */
  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  /** A class of that module is about to be loaded. */
  void loading(Module module) {
    if (!packages.isEmpty()
        && !module.isNamed()
        && belongsToContainer.test(module.getClassLoader())) {
      give(module);
    }
  }

  /**
   * Opens the packages to a module; a thread that comes at the same time waits until it is done.
   */
  synchronized void give(Module to) {
    if (packages.isEmpty() || served.contains(to)) {
      return;
    }
    for (Granted one : packages) {
      Map<String, Set<Module>> access = Map.of(one.name(), Set.of(to));
      instrumentation.redefineModule(
          one.module(),
          Set.of(),
          one.isOpen() ? Map.of() : access,
          one.isOpen() ? access : Map.of(),
          Set.of(),
          Map.of());
    }
    served.add(to);
  }
}
