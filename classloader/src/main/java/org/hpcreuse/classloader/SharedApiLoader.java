/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.classloader;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Lets containers see the MPI bindings of the slot, what this project adds to them and to run the
 * ranks of gangs, and those modules of the JDK that its application loader defines, such as the
 * compiler's; nothing else of the slot. {@code mpi.*} must be one class in the whole JVM: a second
 * {@code mpi.MPI} in another loader cannot load the native library again.
 */
public final class SharedApiLoader extends ClassLoader {
  private static final List<String> SHARED_PACKAGES =
      List.of("mpi.", "org.hpcreuse.mpi.", "org.hpcreuse.gang.member.");

  private static final Set<String> PACKAGES_OF_MODULES =
      modules()
          .flatMap(module -> module.getPackages().stream())
          .collect(Collectors.toUnmodifiableSet());

  static {
    registerAsParallelCapable();
  }

  private final ClassLoader slot;

  /**
   * Makes the loader.
   *
   * @param slot the loader that holds mpi.jar; it need not hold it
   */
  public SharedApiLoader(ClassLoader slot) {
    super("shared-api", ClassLoader.getPlatformClassLoader());
    this.slot = slot;
  }

  /** The modules of the JDK that containers see by it. */
  public static Stream<Module> modules() {
    return ModuleLayer.boot().modules().stream()
        .filter(module -> module.getClassLoader() == ClassLoader.getSystemClassLoader());
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    if (SHARED_PACKAGES.stream().anyMatch(name::startsWith)
        || PACKAGES_OF_MODULES.contains(JarIndex.packageOf(name))) {
      return slot.loadClass(name);
    }
    throw new ClassNotFoundException(name);
  }
}
