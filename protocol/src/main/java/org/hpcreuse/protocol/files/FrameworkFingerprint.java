/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

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
    MessageDigest digest = sha256();
    for (String entry : JavaClassPath.expand(classPath, Path.of("/"))) {
      digest.update(line(Path.of(entry)).getBytes(StandardCharsets.UTF_8));
    }
    return HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
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

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
