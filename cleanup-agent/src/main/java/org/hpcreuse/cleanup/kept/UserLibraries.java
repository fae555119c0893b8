/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.kept;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.hpcreuse.cleanup.state.NativeLibraries;

/**
 * Native libraries of a user's classes: they stay as long as the class loader does, with whatever
 * they hold. Codecs are known to hold nothing between two calls; each container loads a copy of its
 * own, from its own directory.
 */
final class UserLibraries {
  /** Classes that load codecs: of lz4-java, zstd-jni and snappy-java. */
  private static final Set<String> CODECS =
      Set.of(
          "net.jpountz.util.Native",
          "com.github.luben.zstd.util.Native",
          "org.xerial.snappy.SnappyLoader");

  /** Some 50 MiB of copies, of two or three codecs for each container. */
  private static final int MOST = 64;

  private UserLibraries() {}

  /** Why another container must not use the classes of a loader, as far as its libraries tell. */
  static Optional<String> obstacle(ClassLoader loader) {
    Map<String, Class<?>> libraries = NativeLibraries.loadersOf(loader);
    if (libraries.size() > MOST) {
      return Optional.of(libraries.size() + " native libraries, at most " + MOST);
    }
    return libraries.entrySet().stream()
        .filter(library -> !CODECS.contains(outermost(library.getValue())))
        .map(library -> "native library " + library.getKey())
        .findFirst();
  }

  /** The class itself or one inside it may call the JDK. */
  private static String outermost(Class<?> type) {
    String name = type.getName();
    int inner = name.indexOf('$');
    return inner < 0 ? name : name.substring(0, inner);
  }
}
