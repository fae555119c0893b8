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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipException;

/**
 * The classes of a class path entry that lie in packages of the framework, and the entries that a
 * jar's manifest names. What a jar holds is remembered by its inode, size and times of change: the
 * containers of a job share one, and one that is replaced is read again. Thread-safe.
 */
final class PackageOverlap {
  private static final int REMEMBERED_JARS = 256;
  private static final int MAX_PACKAGE_DEPTH = 20;
  private static final String CLASS = ".class";

  /**
   * Tells one content of a jar from another: any change of a file changes one of these. The path is
   * none of them, since each container of a job has links of its own to one jar.
   */
  private static final String CONTENT = "unix:dev,ino,size,lastModifiedTime,ctime";

  private record Contents(List<String> classes, List<String> links) {
    static final Contents NONE = new Contents(List.of(), List.of());
  }

  private final FrameworkLoader framework;
  private final Map<Map<String, Object>, Contents> known =
      Collections.synchronizedMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Map<String, Object>, Contents> eldest) {
              return size() > REMEMBERED_JARS;
            }
          });

  PackageOverlap(FrameworkLoader framework) {
    this.framework = framework;
  }

  /** Binary names of these classes. */
  List<String> with(Path entry) throws IOException {
    if (Files.isDirectory(entry)) {
      return inDirectory(entry);
    }
    return ofJar(entry).classes();
  }

  /** What the manifest of an entry names, there or not; nothing for a directory. */
  List<Path> links(Path entry) throws IOException {
    return ofJar(entry).links().stream()
        .flatMap(link -> ManifestLinks.resolve(entry, link).stream())
        .toList();
  }

  private Contents ofJar(Path entry) throws IOException {
    if (!Files.isRegularFile(entry)) {
      return Contents.NONE;
    }
    Map<String, Object> jar = Map.copyOf(Files.readAttributes(entry, CONTENT));
    Contents contents = known.get(jar);
    if (contents == null) {
      contents = read(entry);
      known.put(jar, contents);
    }
    return contents;
  }

  private Contents read(Path entry) throws IOException {
    try (JarFile jar = new JarFile(entry.toFile())) {
      boolean versioned = jar.isMultiRelease();
      Stream<String> files = jar.stream().map(e -> JarIndex.baseName(e.getName(), versioned));
      return new Contents(select(files), ManifestLinks.in(jar));
    } catch (ZipException e) {
      return Contents.NONE; // the JVM passes over what is no jar
    }
  }

  /** Only package directories that the framework has too are entered. */
  private List<String> inDirectory(Path entry) throws IOException {
    List<String> names = new ArrayList<>();
    Files.walkFileTree(
        entry,
        EnumSet.of(FileVisitOption.FOLLOW_LINKS),
        MAX_PACKAGE_DEPTH,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
            String name = entry.relativize(dir).toString().replace('/', '.');
            return dir.equals(entry)
                    || framework.holdsPackage(name)
                    || framework.holdsPackagePrefix(name + ".")
                ? FileVisitResult.CONTINUE
                : FileVisitResult.SKIP_SUBTREE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String name = entry.relativize(file).toString();
            names.add(JarIndex.baseName(name, false));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE; // what cannot be read cannot be loaded either
          }
        });
    return select(names.stream());
  }

  private List<String> select(Stream<String> fileNames) {
    return fileNames
        .filter(n -> n.endsWith(CLASS) && n.indexOf('/') > 0)
        .map(n -> n.substring(0, n.length() - CLASS.length()).replace('/', '.'))
        .filter(n -> framework.holdsPackage(FrameworkLoader.packageOf(n)))
        .toList();
  }
}
