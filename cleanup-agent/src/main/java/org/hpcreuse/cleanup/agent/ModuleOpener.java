/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.agent;

import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Opens packages of the JDK to the slot's own classes. Not by {@code --add-opens …=ALL-UNNAMED},
 * which would open them to container code as well: that sees what its own command line opens.
 */
final class ModuleOpener {
  /** Where the JDK keeps what a new process would have afresh. */
  private static final Map<String, Set<String>> OPENED =
      Map.of(
          "java.base",
          Set.of(
              "java.lang", // environment, shutdown hooks, threads
              "java.io", // descriptors, the cached user.dir, files to delete on exit
              "java.net", // handlers and factories that can be set once
              "java.util", // resource bundles, time zone
              "java.util.concurrent", // the common pool
              "java.security", // providers
              "jdk.internal.misc", // whether a class is initialised
              "sun.nio.fs"), // the cached default directory
          "java.sql",
          Set.of("java.sql")); // registered drivers

  private ModuleOpener() {}

  static void open(Instrumentation instrumentation) {
    Module slot = ModuleOpener.class.getModule();
    OPENED.forEach(
        (name, packages) ->
            ModuleLayer.boot()
                .findModule(name)
                .ifPresent(module -> open(instrumentation, module, packages, slot)));
  }

  private static void open(
      Instrumentation instrumentation, Module module, Set<String> packages, Module slot) {
    instrumentation.redefineModule(
        module,
        Set.of(),
        Map.of(),
        packages.stream().collect(Collectors.toMap(name -> name, name -> Set.of(slot))),
        Set.of(),
        Map.of());
  }
}
