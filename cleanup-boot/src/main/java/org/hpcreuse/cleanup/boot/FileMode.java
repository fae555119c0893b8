/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.boot;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * chmod and {@code ls -ld} without a process. Hadoop's RawLocalFileSystem, without libhadoop, forks
 * one for every file it makes or asks about (3 to 13 ms each).
 */
public final class FileMode {
  private static final int PERMISSION_BITS = 07777;
  private static final int STICKY = 01000;
  private static final int OTHERS_EXECUTE = 01;

  private FileMode() {}

  /**
   * Sets the permission bits of a file.
   *
   * @param mode the low twelve bits of st_mode
   * @throws IOException naming the file
   */
  public static void set(File file, int mode) throws IOException {
    Files.setAttribute(file.toPath(), "unix:mode", mode & PERMISSION_BITS);
  }

  /** The first ten characters that {@code ls -ld} prints, or null when there is no such file. */
  public static String symbolic(File file) {
    try {
      Path path = file.toPath();
      int mode = (Integer) Files.getAttribute(path, "unix:mode");
      StringBuilder text = new StringBuilder(Files.isDirectory(path) ? "d" : "-");
      text.append(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
      if ((mode & STICKY) != 0) {
        text.setCharAt(text.length() - 1, (mode & OTHERS_EXECUTE) != 0 ? 't' : 'T');
      }
      return text.toString();
    } catch (IOException e) {
      return null;
    }
  }

  /** Name of a file's owner, or null when there is no such file. */
  public static String owner(File file) {
    return attribute(file, "unix:owner");
  }

  /** Name of a file's group, or null when there is no such file. */
  public static String group(File file) {
    return attribute(file, "unix:group");
  }

  private static String attribute(File file, String name) {
    try {
      return Files.getAttribute(file.toPath(), name).toString();
    } catch (IOException e) {
      return null;
    }
  }
}
