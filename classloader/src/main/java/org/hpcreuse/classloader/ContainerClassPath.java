/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.classloader;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A container's CLASSPATH, told apart into the framework's entries and the container's own.
 *
 * <p>A forked JVM looks a class up in one list, first entry first. A slot has the framework's
 * classes already, so it must answer the same as that list would, or load all of it for the
 * container {@linkplain #alone() alone}:
 *
 * <ul>
 *   <li>No framework entry in the list: the container does not see the framework at all.
 *   <li>Framework entries in the framework's own order: the framework answers for these.
 *   <li>Own entries before a framework entry: fine unless they hold a class that the framework has
 *       too. In a forked JVM that class would then replace the framework's for Hadoop itself as
 *       well, which a shared framework cannot do: {@link ClassPathConflict}.
 *   <li>What the manifests of own jars name counts as if it stood behind them. The framework's jars
 *       are the framework's there, too, when the list itself names one of them; else all of them
 *       are the container's own.
 *   <li>Own classes, wherever they stand, that add to one of the framework's packages: fine unless
 *       they use what only classes of one package and one loader share: {@link ClassPathConflict}.
 *       Copies of the framework's classes behind it are never used and do no harm, when the
 *       container sees all of the framework.
 * </ul>
 */
public final class ContainerClassPath {
  private final FrameworkLoader framework;
  private final FollowedClassPath path;
  private final boolean isAlone;
  private final List<Path> own = new ArrayList<>();
  private final Set<Path> frameworkEntries = new HashSet<>();

  /** {@link #own} with what their manifests name, in order. */
  private final List<Path> searched = new ArrayList<>();

  private int ownBeforeFramework;
  private int searchedBeforeFramework;
  private ClassPathConflict conflict;

  /**
   * Sorts the entries.
   *
   * @param entries absolute paths in order, wildcards expanded; entries that do not exist are left
   *     out, as the JVM does
   * @throws IOException when an entry cannot be read
   */
  public ContainerClassPath(List<Path> entries, FrameworkLoader framework) throws IOException {
    this(new FollowedClassPath(entries, framework, framework.overlap()), framework, false);
    if (conflict == null && seesFramework()) {
      conflict =
          ClassPathConflict.ofClasses(
                  searched, searchedBeforeFramework, seesAllOfFramework(), framework)
              .orElse(null);
    }
  }

  private ContainerClassPath(FollowedClassPath path, FrameworkLoader framework, boolean isAlone) {
    this.framework = framework;
    this.path = path;
    this.isAlone = isAlone;
    boolean namesFramework = false;
    for (FollowedClassPath.Entry entry : path.entries()) {
      namesFramework |= !isAlone && entry.isNamed() && entry.isFrameworks();
    }
    List<Integer> places = new ArrayList<>();
    for (FollowedClassPath.Entry entry : path.entries()) {
      if (namesFramework && entry.isFrameworks()) {
        addFrameworks(entry, framework.isInOtherOrder(places, entry.place()));
        places.add(entry.place());
      } else {
        addOwn(entry);
      }
    }
    path.endless().ifPresent(jar -> conflict = ClassPathConflict.tooLong(jar));
  }

  /**
   * The same class path for a container that loads all of it by itself, the framework as well. It
   * has no conflict but one of length.
   */
  public ContainerClassPath alone() {
    return new ContainerClassPath(path, framework, true);
  }

  /** Whether the container loads the framework by itself. */
  public boolean isAlone() {
    return isAlone;
  }

  private void addOwn(FollowedClassPath.Entry entry) {
    searched.add(entry.path());
    if (entry.isNamed()) {
      own.add(entry.path());
    }
  }

  /** The own jar whose manifest names the framework's stays where it stands. */
  private void addFrameworks(FollowedClassPath.Entry entry, boolean isOutOfOrder) {
    frameworkEntries.add(framework.entries().get(entry.place()));
    if (isOutOfOrder) {
      conflict = ClassPathConflict.order(entry.path());
    }
    if (entry.isNamed()) {
      ownBeforeFramework = own.size();
    }
    searchedBeforeFramework = searched.size();
  }

  /** Why the shared framework cannot serve this class path, if so. */
  public Optional<ClassPathConflict> conflict() {
    return Optional.ofNullable(conflict);
  }

  public FrameworkLoader framework() {
    return framework;
  }

  /** The entries that it names, the framework's as well, in order; real paths. */
  public List<Path> named() {
    return path.entries().stream()
        .filter(FollowedClassPath.Entry::isNamed)
        .map(FollowedClassPath.Entry::path)
        .toList();
  }

  /** Entries that are the container's alone, in order; real paths. */
  public List<Path> own() {
    return Collections.unmodifiableList(own);
  }

  /** How many of {@link #own()} come before the framework. */
  public int ownBeforeFramework() {
    return ownBeforeFramework;
  }

  /** Whether the container uses classes of the slot's framework. */
  public boolean seesFramework() {
    return !frameworkEntries.isEmpty();
  }

  /** Whether the container sees every entry of the framework. */
  boolean seesAllOfFramework() {
    return frameworkEntries.containsAll(framework.archives().keySet());
  }

  /** Whether manifests of own jars add entries to the class path. */
  public boolean followsManifests() {
    return searched.size() > own.size();
  }

  /** The framework's entries that the container sees. */
  public Set<Path> frameworkEntries() {
    return Set.copyOf(frameworkEntries);
  }

  boolean sees(Path frameworkEntry) {
    return frameworkEntries.contains(frameworkEntry);
  }
}
