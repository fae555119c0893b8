/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.boot;

import java.io.File;
import java.nio.file.Path;

/**
 * Where temporary files go now. The JDK reads {@code java.io.tmpdir} once, in two places (one for
 * java.io, one for java.nio); a slot's containers each have a directory of their own.
 */
public final class TemporaryFiles {
  private TemporaryFiles() {}

  /** For java.io.File.createTempFile. */
  public static File directory() {
    return new File(System.getProperty("java.io.tmpdir", "/tmp"));
  }

  /** For java.nio.file.Files.createTempFile. */
  public static Path path() {
    return Path.of(System.getProperty("java.io.tmpdir", "/tmp"));
  }
}
