/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.files;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Expands a class path as the java launcher and the JDK do: empty entries are the working
 * directory, {@code dir/*} stands for the jars in it, in the directory's own order. That order is
 * the launcher's too (both use readdir), so that a class that is in two jars comes from the same
 * one as in a forked JVM.
 */
public final class JavaClassPath {
  private JavaClassPath() {}

  /**
   * Expands a class path.
   *
   * @param classPath entries separated by colons
   * @param workDir what relative entries are relative to; links must be there already
   * @return absolute entries; those that do not exist are kept
   */
  public static List<String> expand(String classPath, Path workDir) throws IOException {
    List<String> entries = new ArrayList<>();
    for (String entry : classPath.split(":", -1)) {
      if (entry.equals("*") || entry.endsWith("/*")) {
        Path dir = workDir.resolve(entry.substring(0, entry.length() - 1));
        if (!addJars(dir, entries)) {
          entries.add(absolute(workDir, entry));
        }
      } else {
        entries.add(absolute(workDir, entry));
      }
    }
    return entries;
  }

  private static String absolute(Path workDir, String entry) {
    String path = workDir.resolve(entry).toString();
    return entry.endsWith("/") && !path.endsWith("/") ? path + "/" : path;
  }

  /** Whether there were any; the launcher leaves a wildcard that matches nothing as it is. */
  private static boolean addJars(Path dir, List<String> entries) throws IOException {
    if (!Files.isDirectory(dir)) {
      return false;
    }
    int before = entries.size();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(dir)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        if (name.endsWith(".jar") || name.endsWith(".JAR")) {
          entries.add(file.toString());
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    } catch (NotDirectoryException e) {
      throw new IOException("class path entry " + dir + "/* changed while it was read", e);
    }
    return entries.size() > before;
  }
}
