/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.memory;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.hpcreuse.cleanup.state.LoaderFields;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.state.Residue;
import org.hpcreuse.cleanup.state.ResidueSource;
import org.hpcreuse.cleanup.state.Shown;

/**
 * Native libraries that this JVM has loaded. One goes when its class loader is collected; until
 * then no other loader can load it.
 */
public final class NativeLibraryResidue implements ResidueSource {
  private static final String FRAMEWORK =
      "framework-library: loaded by a class of the framework, which stays";

  /** Field of a loader. */
  private static final String LIBRARIES = "libraries";

  private final Set<String> before = loaded();
  private final LoaderWatch loaders;

  public NativeLibraryResidue(LoaderWatch loaders) {
    this.loaders = loaders;
  }

  /** Files of the libraries that are loaded now. */
  static Set<String> loaded() {
    try {
      Collection<?> names =
          ReflectiveAccess.ofClass(Class.forName("jdk.internal.loader.NativeLibraries"))
              .get("loadedLibraryNames", Collection.class);
      Set<String> copy = new TreeSet<>();
      synchronized (names) {
        names.forEach(name -> copy.add((String) name));
      }
      return copy;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("jdk.internal.loader.NativeLibraries has changed", e);
    }
  }

  /**
   * Files of the libraries that neither the JDK, nor the slot, nor the framework has loaded: each
   * of them goes when the loader it belongs to is collected.
   *
   * @param framework the loader of the framework that stays
   */
  static Set<String> ofContainers(ClassLoader framework) {
    Set<String> others = loaded();
    try {
      Class<?> boot = Class.forName("jdk.internal.loader.BootLoader");
      others.removeAll(filesOf(ReflectiveAccess.ofClass(boot).call("getNativeLibraries")));
      others.removeAll(filesOf(LoaderFields.get(framework, LIBRARIES)));
      ClassLoader slot = NativeLibraryResidue.class.getClassLoader();
      for (ClassLoader own = slot; own != null; own = own.getParent()) {
        others.removeAll(filesOf(LoaderFields.get(own, LIBRARIES)));
      }
      return others;
    } catch (Exception e) {
      throw new IllegalStateException("java.lang.ClassLoader.libraries has changed", e);
    }
  }

  private static Set<?> filesOf(Object libraries) throws ReflectiveOperationException {
    Map<?, ?> byFile = ReflectiveAccess.of(libraries).get("libraries", Map.class);
    return Set.copyOf(byFile.keySet());
  }

  /** Without a container's loader alive, all that is loaded belongs to the JDK or the framework. */
  @Override
  public List<Residue> residue() {
    String rule = loaders.live() == 0 ? FRAMEWORK : "";
    return loaded().stream()
        .filter(name -> !before.contains(name))
        .map(name -> new Residue("native-library", Shown.name(name), "", "loaded", rule))
        .toList();
  }
}
