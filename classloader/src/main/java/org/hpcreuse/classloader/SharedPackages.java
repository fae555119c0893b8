/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.classloader;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipException;

/**
 * The classes of a class path entry that lie in packages of the framework, and the entries that a
 * jar's manifest names. What a jar holds is remembered by its inode, size and times of change: the
 * containers of a job share one, and one that is replaced is read again. Thread-safe.
 */
final class SharedPackages {
  private static final int MAX_PACKAGE_DEPTH = 20;
  private static final String CLASS = ".class";

  /** A jar that brings another Hadoop along has thousands. */
  private static final int MOST_ADDED = 500;

  /**
   * What an entry and the framework share.
   *
   * @param replaced a class that both have; a binary name
   * @param crossing why a class of the entry must be in one loader with the framework's classes of
   *     its package
   */
  record Shared(Optional<String> replaced, Optional<String> crossing) {
    static final Shared NOTHING = new Shared(Optional.empty(), Optional.empty());
  }

  private final FrameworkLoader framework;
  private final ContentCache<Shared> shared = new ContentCache<>(this::readShared);
  private final ContentCache<List<String>> links = new ContentCache<>(SharedPackages::readLinks);

  SharedPackages(FrameworkLoader framework) {
    this.framework = framework;
  }

  /** What an entry shares with the framework. */
  Shared with(Path entry) throws IOException {
    if (Files.isDirectory(entry)) {
      return inDirectory(entry);
    }
    return Files.isRegularFile(entry) ? shared.of(entry) : Shared.NOTHING;
  }

  /** What the manifest of an entry names, there or not; nothing for a directory. */
  List<Path> links(Path entry) throws IOException {
    List<String> names = Files.isRegularFile(entry) ? links.of(entry) : List.of();
    return names.stream().flatMap(link -> ManifestLinks.resolve(entry, link).stream()).toList();
  }

  private static List<String> readLinks(Path entry) throws IOException {
    try (JarFile jar = new JarFile(entry.toFile())) {
      return ManifestLinks.in(jar);
    } catch (ZipException e) {
      return List.of(); // the JVM passes over what is no jar
    }
  }

  private Shared readShared(Path entry) throws IOException {
    try (JarFile jar = new JarFile(entry.toFile())) {
      boolean versioned = jar.isMultiRelease();
      Stream<String> files = jar.stream().map(e -> JarIndex.baseName(e.getName(), versioned));
      return sharedOfJar(entry, select(files));
    } catch (ZipException e) {
      return Shared.NOTHING; // the JVM passes over what is no jar
    }
  }

  private Shared sharedOfJar(Path jar, List<String> names) throws IOException {
    if (names.isEmpty()) {
      return Shared.NOTHING;
    }
    try (JarIndex index = new JarIndex(List.of(jar))) {
      return ofClasses(names, name -> index.find(name).map(JarIndex.Found::bytes));
    }
  }

  private Shared inDirectory(Path entry) throws IOException {
    List<String> names = new ArrayList<>();
    addClasses(entry, "", MAX_PACKAGE_DEPTH, names);
    return ofClasses(
        names,
        name -> {
          Path file = entry.resolve(name.replace('.', '/') + CLASS);
          return Files.isRegularFile(file)
              ? Optional.of(Files.readAllBytes(file))
              : Optional.empty();
        });
  }

  /**
   * Of classes in packages of the framework.
   *
   * @param names binary names, in the order of the entry
   * @param files finds class files in the entry
   */
  private Shared ofClasses(List<String> names, ClassFiles files) throws IOException {
    Map<Boolean, List<String>> held =
        names.stream().collect(Collectors.partitioningBy(framework::holds));
    Optional<String> replaced = held.get(true).stream().findFirst();
    List<String> added = held.get(false);
    if (added.size() > MOST_ADDED) {
      return new Shared(
          replaced, Optional.of(added.size() + " classes join packages of the framework"));
    }
    return new Shared(
        replaced, new PackagePrivateUses(framework::classFile, files).crossing(added));
  }

  /**
   * Only package directories that the framework has too are entered, and nothing else is looked at:
   * a container's working directory has none of them as a rule, but many files.
   *
   * @param prefix the directory's package and a dot; empty for the entry itself
   * @param depth how many levels more may be entered
   */
  private void addClasses(Path directory, String prefix, int depth, List<String> names)
      throws IOException {
    boolean isShared = !prefix.isEmpty() && framework.holdsPackage(packageOf(prefix));
    List<Path> packages = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        if (isShared && name.endsWith(CLASS)) {
          names.add(prefix + name.substring(0, name.length() - CLASS.length()));
        }
        if (name.indexOf('.') < 0 && isFrameworks(prefix + name)) {
          packages.add(file);
        }
      }
    } catch (AccessDeniedException | NoSuchFileException | NotDirectoryException e) {
      return; // what cannot be listed has no class that anybody could find by looking
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    for (Path at : packages) {
      if (depth > 1 && Files.isDirectory(at)) {
        addClasses(at, prefix + at.getFileName() + '.', depth - 1, names);
      }
    }
  }

  private static String packageOf(String prefix) {
    return prefix.substring(0, prefix.length() - 1);
  }

  private boolean isFrameworks(String packageName) {
    return framework.holdsPackage(packageName) || framework.holdsPackagePrefix(packageName + ".");
  }

  private List<String> select(Stream<String> fileNames) {
    return fileNames
        .filter(n -> n.endsWith(CLASS) && n.indexOf('/') > 0)
        .map(n -> n.substring(0, n.length() - CLASS.length()).replace('/', '.'))
        .filter(n -> framework.holdsPackage(JarIndex.packageOf(n)))
        .toList();
  }
}
