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
   * @param path a jar or directory that exists
   * @param isNamed whether the class path itself names it
   */
  record Entry(Path path, boolean isNamed) {}

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
  FollowedClassPath(List<Path> named, FrameworkLoader framework, PackageOverlap manifestsOf)
      throws IOException {
    for (Path name : named) {
      Deque<Entry> next = new ArrayDeque<>(List.of(new Entry(name, true)));
      while (!next.isEmpty() && endless == null) {
        follow(next, framework, manifestsOf);
      }
    }
  }

  private void follow(Deque<Entry> next, FrameworkLoader framework, PackageOverlap manifestsOf)
      throws IOException {
    Entry entry = next.pop();
    if (!Files.exists(entry.path())) {
      return;
    }
    Path real = entry.path().toRealPath();
    if (!visited.add(real)) {
      return;
    }
    entries.add(entry);
    if (framework.entries().contains(real)) {
      return;
    }
    List<Path> named = manifestsOf.links(entry.path());
    links += named.size();
    if (links > MOST_LINKS) {
      endless = entry.path();
    }
    for (int i = named.size() - 1; i >= 0; i--) {
      next.push(new Entry(named.get(i), false));
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
