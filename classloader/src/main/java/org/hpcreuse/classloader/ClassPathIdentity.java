/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.classloader;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * What two class paths have in common when all classes found by one are found by the other, in the
 * same files: the containers of an application have links of their own to the same jars.
 *
 * <p>Directories without a class do not count: they are for resources, as the configuration that
 * Spark localises for each application. The container's own directory must be such a one: the
 * containers' differ. Another directory is taken to keep what it holds, as localised files do.
 */
public final class ClassPathIdentity {
  /** A container's own directory with more than so many directories below it is not looked at. */
  private static final int MOST_DIRECTORIES = 200;

  private static final String CLASS = ".class";

  private record Entry(Path place, FileContent content) {}

  /** The framework is empty when the container sees none. */
  private record Key(
      Optional<FrameworkLoader> framework, Set<Path> frameworks, int before, List<Entry> entries) {}

  private final Key key;
  private final List<Path> shared;
  private final List<Path> directories;

  private ClassPathIdentity(Key key, List<Path> shared, List<Path> directories) {
    this.key = key;
    this.shared = List.copyOf(shared);
    this.directories = List.copyOf(directories);
  }

  /**
   * That of a class path.
   *
   * @param ownDirectory the container's working directory
   * @return empty when only this container can have its classes
   * @throws IOException when an entry cannot be read
   */
  public static Optional<ClassPathIdentity> of(ContainerClassPath classPath, Path ownDirectory)
      throws IOException {
    if (classPath.conflict().isPresent() || classPath.followsManifests()) {
      return Optional.empty();
    }
    Path home = ownDirectory.toRealPath();
    List<Entry> entries = new ArrayList<>();
    List<Path> shared = new ArrayList<>();
    List<Path> directories = new ArrayList<>();
    for (Path entry : classPath.own()) {
      Path real = entry.toRealPath();
      if (Files.isDirectory(real) && holdsNoClass(real)) {
        directories.add(real);
      } else if (!real.startsWith(home)) {
        shared.add(real);
        entries.add(new Entry(real, FileContent.of(real)));
      } else {
        return Optional.empty();
      }
    }
    Key key =
        new Key(
            Optional.of(classPath.framework()).filter(seen -> classPath.seesFramework()),
            classPath.frameworkEntries(),
            classPath.ownBeforeFramework(),
            entries);
    return Optional.of(new ClassPathIdentity(key, shared, directories));
  }

  /** Only directories that a package could be named after are entered. */
  private static boolean holdsNoClass(Path directory) throws IOException {
    List<Path> next = new ArrayList<>(List.of(directory));
    for (int i = 0; i < next.size(); i++) {
      try (Stream<Path> files = Files.list(next.get(i))) {
        for (Path file : (Iterable<Path>) files::iterator) {
          String name = file.getFileName().toString();
          if (name.endsWith(CLASS)) {
            return false;
          }
          if (name.indexOf('.') < 0 && Files.isDirectory(file)) {
            next.add(file);
          }
        }
      }
      if (next.size() > MOST_DIRECTORIES) {
        return false;
      }
    }
    return true;
  }

  /** Whether an entry that all containers with this identity have is below such a directory. */
  public boolean isBelow(String directoryName) {
    Path name = Path.of(directoryName);
    return shared.stream()
        .anyMatch(entry -> StreamSupport.stream(entry.spliterator(), false).anyMatch(name::equals));
  }

  /** Entries that all containers with this identity have, in order; real paths. */
  List<Path> shared() {
    return shared;
  }

  /** Directories of the one container that hold no class; real paths. */
  List<Path> directories() {
    return directories;
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
