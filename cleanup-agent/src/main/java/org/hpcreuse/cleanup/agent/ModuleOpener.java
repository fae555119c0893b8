/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.agent;

import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Set;

/**
 * Opens packages of the JDK to the slot's own classes. Not by {@code --add-opens …=ALL-UNNAMED},
 * which would open them to container code as well: that sees what its own command line opens.
 */
final class ModuleOpener {
  private ModuleOpener() {}

  /** Opens {@link OpenPackages}; a module that this JVM does not have is passed over. */
  static void open(Instrumentation instrumentation) {
    for (String name : OpenPackages.all()) {
      String[] parts = name.split("/", 2);
      ModuleLayer.boot()
          .findModule(parts[0])
          .ifPresent(module -> open(instrumentation, module, parts[1]));
    }
  }

  private static void open(Instrumentation instrumentation, Module module, String packageName) {
    Module to = ModuleOpener.class.getModule();
    instrumentation.redefineModule(
        module, Set.of(), Map.of(), Map.of(packageName, Set.of(to)), Set.of(), Map.of());
  }
}
