/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.state;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Files of the native libraries that classes of one loader have loaded. */
public final class NativeLibraries {
  private NativeLibraries() {}

  /** Those of the JDK itself. */
  public static Set<String> ofJdk() {
    try {
      Class<?> boot = Class.forName("jdk.internal.loader.BootLoader");
      return files(ReflectiveAccess.ofClass(boot).call("getNativeLibraries"));
    } catch (Exception e) {
      throw new IllegalStateException("jdk.internal.loader.BootLoader has changed", e);
    }
  }

  /** Those of another loader. */
  public static Set<String> of(ClassLoader loader) {
    return files(LoaderFields.get(loader, "libraries"));
  }

  /** Those of another loader, with the class that has loaded each. */
  public static Map<String, Class<?>> loadersOf(ClassLoader loader) {
    Map<String, Class<?>> loaders = new HashMap<>();
    try {
      for (Map.Entry<?, ?> library : byFile(LoaderFields.get(loader, "libraries")).entrySet()) {
        Class<?> from = ReflectiveAccess.of(library.getValue()).get("fromClass", Class.class);
        loaders.put((String) library.getKey(), from);
      }
      return loaders;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("jdk.internal.loader.NativeLibraries has changed", e);
    }
  }

  private static Map<?, ?> byFile(Object libraries) throws ReflectiveOperationException {
    return ReflectiveAccess.of(libraries).get("libraries", Map.class);
  }

  private static Set<String> files(Object libraries) {
    try {
      return byFile(libraries).keySet().stream()
          .map(String.class::cast)
          .collect(Collectors.toSet());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("jdk.internal.loader.NativeLibraries has changed", e);
    }
  }
}
