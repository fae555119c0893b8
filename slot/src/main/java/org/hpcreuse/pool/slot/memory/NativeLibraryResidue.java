/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.memory;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.hpcreuse.cleanup.state.NativeLibraries;
import org.hpcreuse.cleanup.state.Redacted;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.state.Residue;
import org.hpcreuse.cleanup.state.ResidueSource;

/**
 * Native libraries that this JVM has loaded. One goes when its class loader is collected; until
 * then no other loader can load it.
 */
public final class NativeLibraryResidue implements ResidueSource {
  private static final String FRAMEWORK =
      "framework-library: loaded by a class of the framework, which stays";

  private final Set<String> before = loaded();
  private final Supplier<List<ClassLoader>> staying;

  /**
   * As they are now.
   *
   * @param staying gives the loaders that stay
   */
  public NativeLibraryResidue(Supplier<List<ClassLoader>> staying) {
    this.staying = staying;
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
   * Files of the libraries that neither the JDK, nor the slot, nor a loader that stays has loaded:
   * each of them goes when the loader it belongs to is collected.
   *
   * @param stay loaders that stay
   */
  static Set<String> ofContainers(List<ClassLoader> stay) {
    Set<String> others = loaded();
    others.removeAll(NativeLibraries.ofJdk());
    stay.forEach(loader -> others.removeAll(NativeLibraries.of(loader)));
    ClassLoader slot = NativeLibraryResidue.class.getClassLoader();
    for (ClassLoader own = slot; own != null; own = own.getParent()) {
      others.removeAll(NativeLibraries.of(own));
    }
    return others;
  }

  @Override
  public List<Residue> residue() {
    Set<String> containers = ofContainers(staying.get());
    return loaded().stream()
        .filter(name -> !before.contains(name))
        .map(
            name ->
                new Residue(
                    "native-library",
                    Redacted.name(name),
                    "",
                    "loaded",
                    containers.contains(name) ? "" : FRAMEWORK))
        .toList();
  }
}
