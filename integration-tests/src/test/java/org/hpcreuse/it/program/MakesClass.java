/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Puts a class into its directory, as a compiler would, and runs it: {@code MakesClass FILE NAME}.
 */
public final class MakesClass {
  private MakesClass() {}

  /** Does so. */
  public static void main(String[] args) throws Exception {
    Path file = Path.of(args[1].replace('.', '/') + ".class");
    Files.createDirectories(file.getParent());
    Files.copy(Path.of(args[0]), file);
    Class<?> made = Class.forName(args[1]);
    made.getMethod("main", String[].class).invoke(null, (Object) new String[0]);
  }
}
