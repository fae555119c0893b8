/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.hpcreuse.cleanup.state.NativeLibraries;

/**
 * Native libraries of a user's classes: they stay as long as the class loader does, with whatever
 * they hold. Some are known to hold nothing of a container.
 */
final class UserLibraries {
  /** Classes that load codecs: of lz4-java, zstd-jni and snappy-java. */
  private static final Set<String> CODECS =
      Set.of(
          "net.jpountz.util.Native",
          "com.github.luben.zstd.util.Native",
          "org.xerial.snappy.SnappyLoader");

  /** The class that loads Netty's libraries, also where it is in a package of another project's. */
  private static final String NETTY = "netty.util.internal.NativeLibraryUtil";

  /**
   * Netty's transports, for epoll and the like. They remember classes, and what sockets the machine
   * has; each container loads them again. Its libraries for TLS are others: they hold contexts.
   */
  private static final String TRANSPORT = "netty_transport_native_";

  /**
   * Some 50 MiB. Of a codec there is one copy ({@link LibraryCopies}), of Netty's one for each
   * container.
   */
  private static final int MOST = 64;

  private UserLibraries() {}

  /** Why another container must not use the classes of a loader, as far as its libraries tell. */
  static Optional<String> obstacle(ClassLoader loader) {
    Map<String, Class<?>> libraries = NativeLibraries.loadersOf(loader);
    if (libraries.size() > MOST) {
      return Optional.of(libraries.size() + " native libraries, at most " + MOST);
    }
    return libraries.entrySet().stream()
        .filter(library -> !isKnown(library.getKey(), outermost(library.getValue())))
        .map(library -> "native library " + library.getKey())
        .findFirst();
  }

  /** Whether a class loads the library of a codec. */
  static boolean isOfCodec(Class<?> loading) {
    return CODECS.contains(outermost(loading));
  }

  private static boolean isKnown(String file, String loadedBy) {
    return CODECS.contains(loadedBy)
        || (loadedBy.endsWith(NETTY) && fileName(file).contains(TRANSPORT));
  }

  private static String fileName(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** The class itself or one inside it may call the JDK. */
  private static String outermost(Class<?> type) {
    String name = type.getName();
    int inner = name.indexOf('$');
    return inner < 0 ? name : name.substring(0, inner);
  }
}
