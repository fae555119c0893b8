/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.files;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/** Leaves an archive open. */
public final class LeavesArchivesOpen {
  private static final List<Object> KEPT = new ArrayList<>();

  private LeavesArchivesOpen() {}

  /** Leaves it. */
  public static void main(String[] args) throws IOException {
    Path file = Path.of("left-open.jar").toAbsolutePath();
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out)) {
      jar.putNextEntry(new JarEntry("entry"));
    }
    KEPT.add(new JarFile(file.toFile()));
  }
}
