/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import org.hpcreuse.cleanup.state.NativeLibraries;

/**
 * Copies of one codec's library: each container extracts its own, and the JVM would keep all of
 * them for as long as the loader lives. The copy that the first container has loaded serves the
 * others, as its native methods do already: the JVM looks for each of them once. Thread-safe.
 */
final class LibraryCopies {
  private static final int BUFFER = 1 << 16;

  private final ClassLoader loader;

  /** The file that was loaded first, by what it held. */
  private final Map<Content, String> first = new ConcurrentHashMap<>();

  LibraryCopies(ClassLoader loader) {
    this.loader = loader;
  }

  /**
   * What a file holds. Checksums are enough: a job that forges two files with equal ones harms only
   * itself. Providers of a MessageDigest may be the container's own code.
   */
  private record Content(long length, long crc32, long crc32c) {
    static Content of(Path file) throws IOException {
      CRC32 crc32 = new CRC32();
      CRC32C crc32c = new CRC32C();
      long length = 0;
      byte[] buffer = new byte[BUFFER];
      try (InputStream in = Files.newInputStream(file)) {
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
          crc32.update(buffer, 0, n);
          crc32c.update(buffer, 0, n);
          length += n;
        }
      }
      return new Content(length, crc32.getValue(), crc32c.getValue());
    }
  }

  /**
   * The file of which the JDK says that it is loaded. Any thread of a container calls this.
   *
   * @param loading the class that loads a library
   * @param file canonical path of the library, or the name of one that is part of the JVM
   * @return the path of a copy that an earlier container has loaded, or {@code file}
   */
  String loadedAs(Class<?> loading, String file) {
    if (!UserLibraries.isOfCodec(loading)) {
      return file;
    }
    Optional<Content> content = content(file);
    if (content.isEmpty()) {
      return file;
    }
    String before = first.putIfAbsent(content.get(), file);
    if (before != null && NativeLibraries.of(loader).contains(before)) {
      return before;
    }
    first.put(content.get(), file); // the one before could not be loaded
    return file;
  }

  private static Optional<Content> content(String file) {
    try {
      return Optional.of(Content.of(Path.of(file)));
    } catch (IOException | InvalidPathException e) {
      return Optional.empty(); // for the JDK to say
    }
  }
}
