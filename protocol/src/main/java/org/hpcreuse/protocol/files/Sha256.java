/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.files;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Hashes, as 64 hexadecimal digits. */
public final class Sha256 {
  private Sha256() {}

  /** That of a text in UTF-8. */
  public static String of(String text) {
    return hex(digest().digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * That of a file's content.
   *
   * @throws IOException when it cannot be read
   */
  public static String of(Path file) throws IOException {
    MessageDigest digest = digest();
    try (InputStream in = Files.newInputStream(file)) {
      new DigestInputStream(in, digest).transferTo(OutputStream.nullOutputStream());
    }
    return hex(digest.digest());
  }

  private static String hex(byte[] hash) {
    return HexFormat.of().formatHex(hash);
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
