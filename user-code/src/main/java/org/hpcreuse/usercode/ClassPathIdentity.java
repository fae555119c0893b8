/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.hpcreuse.classloader.ContainerClassPath;
import org.hpcreuse.classloader.FrameworkLoader;

/**
 * What two class paths have in common when all classes found by one are found by the other, in
 * files of the same content: each application has its own copy of the job's jar, and each container
 * its own links.
 *
 * <p>Directories without a class do not count: they are for resources, as the configuration that
 * Spark localises for each application. A file that is no archive does not count, either. The
 * container's own directory must be such a one: the containers' differ. Another directory is taken
 * to keep what it holds, as localised files do; then all entries must be the same files.
 */
final class ClassPathIdentity {
  /**
   * Where YARN keeps the files of an application until it ends (ContainerLocalizer.APPCACHE): no
   * other application has them.
   */
  private static final Path APPLICATIONS = Path.of("appcache");

  /**
   * What tells class paths apart.
   *
   * @param framework empty when the container sees none
   * @param before how many entries come before the framework
   * @param entries what each of the other entries holds
   */
  record Key(
      Optional<FrameworkLoader> framework, Set<Path> frameworks, int before, List<?> entries) {}

  private final Key key;
  private final boolean canMove;
  private final List<Path> shared;
  private final List<Path> withoutClass;

  ClassPathIdentity(Key key, boolean canMove, List<Path> shared, List<Path> withoutClass) {
    this.key = key;
    this.canMove = canMove;
    this.shared = List.copyOf(shared);
    this.withoutClass = List.copyOf(withoutClass);
  }

  /** Whether some entry is a file that YARN deletes with its application. */
  public boolean isOfOneApplication() {
    return shared.stream().anyMatch(ClassPathIdentity::isOfOneApplication);
  }

  /** Whether no other application can have it: a copy of some entry will not do. */
  public boolean endsWithItsApplication() {
    return !canMove && isOfOneApplication();
  }

  /**
   * All that a class path with this identity needs, the framework's entries as well, in order.
   *
   * @param classPath the one that this is the identity of
   */
  public List<Path> entriesOf(ContainerClassPath classPath) {
    List<Path> entries = new ArrayList<>(classPath.named());
    entries.removeAll(withoutClass);
    return entries;
  }

  /** Whether copies of its entries will do. */
  public boolean canMove() {
    return canMove;
  }

  static boolean isOfOneApplication(Path file) {
    return StreamSupport.stream(file.spliterator(), false).anyMatch(APPLICATIONS::equals);
  }

  /** The same text for two that are equal, and for no other two of one framework. */
  public String description() {
    return List.of(
            key.framework().isPresent(),
            key.frameworks().stream().sorted().toList(),
            key.before(),
            key.entries())
        .toString();
  }

  /** Entries with classes, in order; real paths. */
  List<Path> shared() {
    return shared;
  }

  /** Entries that hold no class: directories, and files that are no archive; real paths. */
  List<Path> withoutClass() {
    return withoutClass;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ClassPathIdentity identity && identity.key.equals(key);
  }

  @Override
  public int hashCode() {
    return key.hashCode();
  }
}
