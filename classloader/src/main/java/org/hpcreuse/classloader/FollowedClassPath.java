/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.classloader;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A class path with what the manifests of its jars add ({@code Class-Path}), in the order in which
 * a JVM looks: what a jar names comes right after it, each thing counts where it comes first.
 */
final class FollowedClassPath {
  /** What manifests may name; a JVM knows no bound, but a slot has other containers to serve. */
  static final int MOST_LINKS = 1_000;

  /**
   * One entry.
   *
   * @param path the real path of a jar or directory that exists, as a JVM has it in its URLs
   * @param isNamed whether the class path itself names it
   * @param place where the framework has this jar, or one with its content; {@link #NO_PLACE} when
   *     it has not
   */
  record Entry(Path path, boolean isNamed, int place) {
    boolean isFrameworks() {
      return place != NO_PLACE;
    }
  }

  /** A path that is still to be looked at. */
  private record Name(Path path, boolean isNamed) {}

  static final int NO_PLACE = -1;

  private final FrameworkLoader framework;
  private final List<Entry> entries = new ArrayList<>();
  private final Set<Path> visited = new HashSet<>();
  private int links;
  private Path endless;

  /**
   * Follows all.
   *
   * @param named absolute paths in order; what does not exist is left out, as the JVM does
   * @param manifestsOf knows the jars; asked for those that do not belong to the framework
   * @throws IOException when a jar cannot be read
   */
  FollowedClassPath(List<Path> named, FrameworkLoader framework, SharedPackages manifestsOf)
      throws IOException {
    this.framework = framework;
    Deque<Name> next = new ArrayDeque<>();
    for (Path path : named) {
      next.push(new Name(path, true));
      while (!next.isEmpty() && endless == null) {
        follow(next, manifestsOf);
      }
    }
  }

  /**
   * The framework's jars are known by their canonical paths: no file is looked at for them. A copy
   * counts as the jar.
   */
  private void follow(Deque<Name> next, SharedPackages manifestsOf) throws IOException {
    Name name = next.pop();
    Path real = name.path();
    Path archive = real;
    if (!framework.archives().containsKey(real)) {
      if (!Files.exists(real)) {
        return;
      }
      real = real.toRealPath();
      archive = framework.sameArchive(real).orElse(real);
    }
    if (!visited.add(archive)) {
      return;
    }
    int place = framework.archives().getOrDefault(archive, NO_PLACE);
    entries.add(new Entry(real, name.isNamed(), place));
    if (place == NO_PLACE) {
      followManifest(next, real, manifestsOf.links(real));
    }
  }

  private void followManifest(Deque<Name> next, Path jar, List<Path> named) {
    links += named.size();
    if (links > MOST_LINKS) {
      endless = jar;
    }
    for (int i = named.size() - 1; i >= 0; i--) {
      next.push(new Name(named.get(i), false));
    }
  }

  /** All, in order. */
  List<Entry> entries() {
    return entries;
  }

  /** The jar with which the manifests have named too much. */
  Optional<Path> endless() {
    return Optional.ofNullable(endless);
  }
}
