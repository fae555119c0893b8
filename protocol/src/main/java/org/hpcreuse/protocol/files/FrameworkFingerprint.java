/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.files;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Tells whether two class paths are the same files: a hash over path, size and time of change of
 * each entry, with {@code dir/*} expanded as the java launcher does.
 */
public final class FrameworkFingerprint {
  private static final int DIGITS = 32;

  private FrameworkFingerprint() {}

  /**
   * Hashes a class path.
   *
   * @param classPath entries separated by {@code :}; those that do not exist count by name
   * @return hexadecimal digits
   */
  public static String of(String classPath) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (String entry : JavaClassPath.expand(classPath, Path.of("/"))) {
      lines.append(line(Path.of(entry)));
    }
    return Sha256.of(lines.toString()).substring(0, DIGITS);
  }

  private static String line(Path file) throws IOException {
    BasicFileAttributes attributes;
    try {
      attributes = Files.readAttributes(file, BasicFileAttributes.class);
    } catch (FileSystemException e) {
      return file + "\n";
    }
    if (!attributes.isRegularFile()) {
      return file + "\n";
    }
    return file + " " + attributes.size() + " " + attributes.lastModifiedTime().toMillis() + "\n";
  }
}
