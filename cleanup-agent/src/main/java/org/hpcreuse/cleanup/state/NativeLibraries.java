/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.state;

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

  private static Set<String> files(Object libraries) {
    try {
      Map<?, ?> byFile = ReflectiveAccess.of(libraries).get("libraries", Map.class);
      return byFile.keySet().stream().map(String.class::cast).collect(Collectors.toSet());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("jdk.internal.loader.NativeLibraries has changed", e);
    }
  }
}
