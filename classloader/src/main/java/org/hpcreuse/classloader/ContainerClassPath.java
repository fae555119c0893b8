/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.classloader;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * A container's CLASSPATH, told apart into the framework's entries and the container's own.
 *
 * <p>A forked JVM looks a class up in one list, first entry first. A slot has the framework's
 * classes already, so it must answer the same as that list would, or decline:
 *
 * <ul>
 *   <li>No framework entry in the list: the container does not see the framework at all.
 *   <li>Framework entries in the framework's own order: the framework answers for these.
 *   <li>Own entries before a framework entry: fine unless they hold a class that the framework has
 *       too. In a forked JVM that class would then replace the framework's for Hadoop itself as
 *       well, which a shared framework cannot do: {@link Conflict}.
 * </ul>
 */
public final class ContainerClassPath {
  /** Why a class path cannot be served by the shared framework. */
  public record Conflict(String reason, String detail) {}

  private static final int MAX_PACKAGE_DEPTH = 20;

  private final FrameworkLoader framework;
  private final List<Path> own = new ArrayList<>();
  private final Set<Path> frameworkEntries = new HashSet<>();
  private int ownBeforeFramework;
  private Conflict conflict;

  /**
   * Sorts the entries.
   *
   * @param entries absolute paths in order, wildcards expanded; entries that do not exist are left
   *     out, as the JVM does
   * @throws IOException when an entry cannot be read
   */
  public ContainerClassPath(List<Path> entries, FrameworkLoader framework) throws IOException {
    this.framework = framework;
    List<Path> known = framework.entries();
    int last = -1;
    for (Path entry : entries) {
      if (!Files.exists(entry)) {
        continue;
      }
      Path real = entry.toRealPath();
      int index = Files.isDirectory(real) ? -1 : known.indexOf(real);
      if (index < 0) {
        own.add(entry);
      } else if (frameworkEntries.add(real)) {
        if (index < last) {
          conflict =
              new Conflict("framework-order", real + " stands elsewhere in the slot's framework");
        }
        last = index;
        ownBeforeFramework = own.size();
      }
    }
    if (conflict == null) {
      conflict = shadowedClass().orElse(null);
    }
  }

  /** Why the shared framework cannot serve this class path, if so. */
  public Optional<Conflict> conflict() {
    return Optional.ofNullable(conflict);
  }

  FrameworkLoader framework() {
    return framework;
  }

  /** Entries that are the container's alone, in order. */
  List<Path> own() {
    return Collections.unmodifiableList(own);
  }

  /** How many of {@link #own()} come before the framework. */
  int ownBeforeFramework() {
    return ownBeforeFramework;
  }

  boolean seesFramework() {
    return !frameworkEntries.isEmpty();
  }

  /** Whether the container sees every entry of the framework. */
  boolean seesAllOfFramework() {
    return framework.entries().stream().filter(e -> !Files.isDirectory(e)).allMatch(this::sees);
  }

  boolean sees(Path frameworkEntry) {
    return frameworkEntries.contains(frameworkEntry);
  }

  private Optional<Conflict> shadowedClass() throws IOException {
    for (Path entry : own.subList(0, ownBeforeFramework)) {
      Optional<String> shadowed =
          Files.isDirectory(entry) ? shadowedInDirectory(entry) : shadowedInJar(entry);
      if (shadowed.isPresent()) {
        return shadowed.map(
            name ->
                new Conflict(
                    "shadows-framework", name + " in " + entry + " replaces the framework's"));
      }
    }
    return Optional.empty();
  }

  private Optional<String> shadowedInJar(Path entry) throws IOException {
    if (!Files.isRegularFile(entry)) {
      return Optional.empty();
    }
    try (JarFile jar = new JarFile(entry.toFile())) {
      return shadowed(jar.stream().map(e -> e.getName()));
    } catch (java.util.zip.ZipException e) {
      return Optional.empty(); // the JVM passes over what is no jar
    }
  }

  /** Only package directories that the framework has too are entered. */
  private Optional<String> shadowedInDirectory(Path entry) throws IOException {
    List<String> names = new ArrayList<>();
    Files.walkFileTree(
        entry,
        EnumSet.of(FileVisitOption.FOLLOW_LINKS),
        MAX_PACKAGE_DEPTH,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
            if (dir.equals(entry)) {
              return FileVisitResult.CONTINUE;
            }
            String name = entry.relativize(dir).toString().replace('/', '.');
            return name.indexOf('.') < 0 || framework.holdsPackage(name) || isPrefix(name)
                ? FileVisitResult.CONTINUE
                : FileVisitResult.SKIP_SUBTREE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (!file.getParent().equals(entry)) {
              names.add(entry.relativize(file).toString());
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE; // what cannot be read cannot be loaded either
          }
        });
    return shadowed(names.stream());
  }

  private boolean isPrefix(String packageName) {
    return framework.holdsPackagePrefix(packageName + ".");
  }

  private Optional<String> shadowed(Stream<String> fileNames) {
    return fileNames
        .filter(n -> n.endsWith(".class") && n.indexOf('/') > 0)
        .map(n -> n.substring(0, n.length() - ".class".length()).replace('/', '.'))
        .filter(framework::holds)
        .findFirst();
  }
}
