/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.hpcreuse.cleanup.Members;
import org.hpcreuse.cleanup.Residue;
import org.hpcreuse.cleanup.ResidueSource;

/**
 * Native libraries that this JVM has loaded. One goes when its class loader is collected; until
 * then no other loader can load it.
 */
final class NativeLibraryResidue implements ResidueSource {
  private static final String FRAMEWORK =
      "framework-library: loaded by a class of the framework, which stays";

  private static final Path JDK = Path.of(System.getProperty("java.home"));

  private final Set<String> before = loaded();
  private final LoaderWatch loaders;

  NativeLibraryResidue(LoaderWatch loaders) {
    this.loaders = loaders;
  }

  /** Files of the libraries that are loaded now. */
  static Set<String> loaded() {
    try {
      Collection<?> names =
          Members.ofClass(Class.forName("jdk.internal.loader.NativeLibraries"))
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
   * Files of the libraries that neither the JDK's classes have loaded nor those of one loader or
   * its parents: each of them goes when the loader it belongs to is collected.
   *
   * @param lasting the loader that stays
   */
  static Set<String> notOf(ClassLoader lasting) {
    Set<String> others = loaded();
    others.removeIf(name -> Path.of(name).startsWith(JDK));
    try {
      for (ClassLoader at = lasting; at != null && !others.isEmpty(); at = at.getParent()) {
        Map<?, ?> own = Members.of(librariesOf(at)).get("libraries", Map.class);
        others.removeAll(Set.copyOf(own.keySet()));
      }
      return others;
    } catch (Exception e) {
      throw new IllegalStateException("java.lang.ClassLoader.libraries has changed", e);
    }
  }

  /** The JDK hides the fields of {@link ClassLoader} from reflection, but not from itself. */
  private static Object librariesOf(ClassLoader loader) throws Exception {
    Members unsafe =
        Members.of(Members.ofClass(Class.forName("jdk.internal.misc.Unsafe")).call("getUnsafe"));
    Class<?>[] field = {Class.class, String.class};
    Object offset = unsafe.call("objectFieldOffset", field, ClassLoader.class, "libraries");
    return unsafe.call("getReference", new Class<?>[] {Object.class, long.class}, loader, offset);
  }

  /** Without a container's loader alive, all that is loaded belongs to the JDK or the framework. */
  @Override
  public List<Residue> residue() {
    String rule = loaders.live() == 0 ? FRAMEWORK : "";
    return loaded().stream()
        .filter(name -> !before.contains(name))
        .map(name -> new Residue("native-library", name, "", "loaded", rule))
        .toList();
  }
}
