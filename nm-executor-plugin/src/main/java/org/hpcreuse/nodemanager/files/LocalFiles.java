/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.files;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

/**
 * What the executor does to local files. Hadoop's local file system starts a chmod process for each
 * file and directory it makes when libhadoop is missing; java.nio never does.
 */
public final class LocalFiles {
  private static final PosixFilePermission[] BY_BIT = PosixFilePermission.values();

  private LocalFiles() {}

  public static Path of(org.apache.hadoop.fs.Path path) {
    return Path.of(path.toUri().getPath());
  }

  /** Makes a directory with exactly this mode, for example 0710; an existing one gets it too. */
  public static void makeDirectory(Path dir, int mode, boolean parents) throws IOException {
    if (!Files.isDirectory(dir)) {
      if (parents) {
        Files.createDirectories(dir);
      } else {
        Files.createDirectory(dir);
      }
    }
    setMode(dir, mode);
  }

  public static void setMode(Path file, int mode) throws IOException {
    Set<PosixFilePermission> wanted = permissions(mode);
    if (!Files.getPosixFilePermissions(file).equals(wanted)) {
      Files.setPosixFilePermissions(file, wanted);
    }
  }

  public static void copy(Path from, Path to) throws IOException {
    Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * Reads a small file, whose bytes need not be text: each is one character. By a stream, which an
   * interrupt does not close as it would a channel.
   */
  public static String read(Path file) throws IOException {
    try (FileInputStream in = new FileInputStream(file.toFile())) {
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  /**
   * Writes a small file so that a reader sees all of it or none. By a stream, which an interrupt
   * does not close as it would a channel.
   */
  public static void writeAtomically(Path file, String text) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".tmp");
    try (FileOutputStream out = new FileOutputStream(draft.toFile())) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** PosixFilePermission lists the nine bits from the owner's read bit downwards. */
  private static Set<PosixFilePermission> permissions(int mode) {
    Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
    for (int i = 0; i < BY_BIT.length; i++) {
      if ((mode & (1 << (BY_BIT.length - 1 - i))) != 0) {
        permissions.add(BY_BIT[i]);
      }
    }
    return permissions;
  }
}
