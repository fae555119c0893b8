/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.classloader;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Why the shared framework cannot serve a container's class path. Unless it is too long, the
 * container loads it {@linkplain ContainerClassPath#alone() alone}.
 *
 * @param kind what is wrong with it
 * @param detail one line for the log
 */
public record ClassPathConflict(Kind kind, String detail) {
  /** What can be wrong with a class path. */
  public enum Kind {
    /** A class of the container would replace the framework's. */
    SHADOWS_FRAMEWORK,
    /** A class of the container would join a package of the framework. */
    SPLIT_PACKAGE,
    /** The framework's jars are in another order. */
    FRAMEWORK_ORDER,
    /** The manifests name too many entries. */
    TOO_LONG
  }

  static ClassPathConflict tooLong(Path jar) {
    return new ClassPathConflict(
        Kind.TOO_LONG,
        "the manifests up to that of "
            + jar
            + " name more than "
            + FollowedClassPath.MOST_LINKS
            + " entries");
  }

  static ClassPathConflict order(Path entry) {
    return new ClassPathConflict(
        Kind.FRAMEWORK_ORDER, entry + " stands elsewhere in the slot's framework");
  }

  /**
   * The first own class that clashes with the framework's.
   *
   * @param entries the container's own, in the order of the search
   * @param beforeFramework how many of them are searched before the framework
   * @param seesAll whether the container sees all of the framework; a class of a jar that it does
   *     not see is its own
   * @throws IOException when an entry cannot be read
   */
  static Optional<ClassPathConflict> ofClasses(
      List<Path> entries, int beforeFramework, boolean seesAll, FrameworkLoader framework)
      throws IOException {
    for (int i = 0; i < entries.size(); i++) {
      Path entry = entries.get(i);
      SharedPackages.Shared shared = framework.overlap().with(entry);
      if ((i < beforeFramework || !seesAll) && shared.replaced().isPresent()) {
        return Optional.of(
            new ClassPathConflict(
                Kind.SHADOWS_FRAMEWORK,
                shared.replaced().get() + " in " + entry + " replaces the framework's"));
      }
      if (shared.crossing().isPresent()) {
        return Optional.of(
            new ClassPathConflict(
                Kind.SPLIT_PACKAGE, "in " + entry + ": " + shared.crossing().get()));
      }
    }
    return Optional.empty();
  }
}
