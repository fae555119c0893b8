/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.leave;

import java.nio.file.Files;
import java.nio.file.Path;

/** Loads a native library by the foreign function API: for good, or until its arena is closed. */
public final class LoadsForeignLibrary {
  private LoadsForeignLibrary() {}

  /** Loads a copy of a library of the JDK for {@code global}, or for {@code confined}. */
  public static void main(String[] args) throws Exception {
    Path library = Path.of(System.getProperty("java.home"), "lib", "libprefs.so");
    Path copy = Files.copy(library, Path.of("libcopy.so").toAbsolutePath());
    Class<?> arenas = Class.forName("java.lang.foreign.Arena");
    Object arena =
        arenas.getMethod(args[0].equals("global") ? "global" : "ofConfined").invoke(null);
    Class.forName("java.lang.foreign.SymbolLookup")
        .getMethod("libraryLookup", Path.class, arenas)
        .invoke(null, copy, arena);
    if (args[0].equals("confined")) {
      ((AutoCloseable) arena).close();
    }
    System.out.println("loaded " + args[0]);
  }
}
