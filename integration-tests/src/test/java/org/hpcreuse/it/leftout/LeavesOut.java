/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.leftout;

import java.lang.instrument.Instrumentation;
import java.nio.file.Path;

/**
 * Entry point of an agent that leaves out what a directory names by its files: a release step by
 * its name, a void method of the slot as {@code SimpleName.method}; one of the MPI binding fails
 * instead. Asked each time, so that a test switches as it likes. Thread-safe.
 */
public final class LeavesOut {
  /** Written once, before the slot's main(). */
  private static volatile Path directory;

  private LeavesOut() {}

  /**
   * Begins.
   *
   * @param directory where the names are
   */
  public static void premain(String directory, Instrumentation instrumentation) {
    LeavesOut.directory = Path.of(directory);
    instrumentation.addTransformer(new LeavingOut(directory));
  }

  static Path directory() {
    return directory;
  }
}
