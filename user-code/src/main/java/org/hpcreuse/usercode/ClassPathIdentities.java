/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.hpcreuse.classloader.ContainerClassPath;
import org.hpcreuse.classloader.ContentCache;
import org.hpcreuse.classloader.FileContent;
import org.hpcreuse.classloader.JarIndex;

/**
 * Finds out the {@link ClassPathIdentity} of class paths. Each state of a jar is read once.
 * Thread-safe.
 */
final class ClassPathIdentities {
  /** A container's own directory with more than so many directories below it is not looked at. */
  private static final int MOST_DIRECTORIES = 200;

  private static final String CLASS = ".class";
  private static final String JAR = ".jar";

  private final ContentCache<String> hashes;

  private record SameFile(Path place, FileContent content) {}

  /** Computes a hash of a file's content that no other content has. */
  @FunctionalInterface
  public interface Hash {
    String of(Path file) throws IOException;
  }

  /** Knows no file yet. */
  public ClassPathIdentities(Hash hash) {
    hashes = new ContentCache<>(hash::of);
  }

  /**
   * That of a class path.
   *
   * @param ownDirectory the container's working directory
   * @return empty when only this container can have its classes
   * @throws IOException when an entry cannot be read
   */
  public Optional<ClassPathIdentity> of(ContainerClassPath classPath, Path ownDirectory)
      throws IOException {
    return of(classPath, Optional.of(ownDirectory.toRealPath()));
  }

  /** That of a class path without entries of one container; empty when no two can have it. */
  public Optional<ClassPathIdentity> of(ContainerClassPath classPath) throws IOException {
    return of(classPath, Optional.empty());
  }

  private Optional<ClassPathIdentity> of(ContainerClassPath classPath, Optional<Path> home)
      throws IOException {
    if (classPath.conflict().isPresent() || classPath.followsManifests()) {
      return Optional.empty();
    }
    List<Path> shared = new ArrayList<>();
    List<Path> withoutClass = new ArrayList<>();
    int before = 0;
    int place = 0;
    for (Path entry : classPath.own()) {
      if (Files.isDirectory(entry) ? holdsNoClass(entry) : isNoArchive(entry)) {
        withoutClass.add(entry);
      } else if (home.filter(entry::startsWith).isPresent()) {
        return Optional.empty();
      } else {
        shared.add(entry);
        before += place < classPath.ownBeforeFramework() ? 1 : 0;
      }
      place++;
    }
    // A loader can go over to copies of its jars, not to those of other entries.
    boolean canMove = shared.stream().allMatch(JarIndex::isJar);
    ClassPathIdentity.Key key =
        new ClassPathIdentity.Key(
            Optional.of(classPath.framework()).filter(seen -> classPath.seesFramework()),
            classPath.frameworkEntries(),
            before,
            contents(shared, canMove));
    return Optional.of(new ClassPathIdentity(key, canMove, shared, withoutClass));
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

  /** The JVM finds nothing in it. Flink's configuration is such an entry. */
  private static boolean isNoArchive(Path entry) throws IOException {
    if (entry.toString().endsWith(JAR)) {
      return false;
    }
    try {
      new ZipFile(entry.toFile()).close();
      return false;
    } catch (ZipException e) {
      return true;
    }
  }

  private List<?> contents(List<Path> entries, boolean canMove) throws IOException {
    List<Object> contents = new ArrayList<>();
    for (Path entry : entries) {
      contents.add(canMove ? hashes.of(entry) : new SameFile(entry, FileContent.of(entry)));
    }
    return List.copyOf(contents);
  }
}
