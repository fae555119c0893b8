/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import java.io.File;
import java.lang.reflect.Field;
import java.nio.charset.Charset;
import java.nio.file.FileSystems;

/**
 * The working directory: the kernel's, and the two copies of {@code user.dir} that java.io and
 * java.nio made when they started. Needs {@code --add-opens} of java.io and sun.nio.fs.
 */
final class WorkingDirectory {
  private final Object ioFileSystem;
  private final Field ioUserDir;
  private final Field nioDefaultDirectory;

  WorkingDirectory() throws ReflectiveOperationException {
    Field fs = File.class.getDeclaredField("fs");
    fs.setAccessible(true);
    ioFileSystem = fs.get(null);
    ioUserDir = ioFileSystem.getClass().getDeclaredField("userDir");
    ioUserDir.setAccessible(true);
    nioDefaultDirectory =
        Class.forName("sun.nio.fs.UnixFileSystem").getDeclaredField("defaultDirectory");
    nioDefaultDirectory.setAccessible(true);
  }

  /** Changes to an absolute directory. */
  void change(String directory) throws ReflectiveOperationException {
    LibC.chdir(directory);
    System.setProperty("user.dir", directory);
    ioUserDir.set(ioFileSystem, directory);
    nioDefaultDirectory.set(
        FileSystems.getDefault(), directory.getBytes(Charset.forName(jnuEncoding())));
  }

  private static String jnuEncoding() {
    return System.getProperty("sun.jnu.encoding", "UTF-8");
  }
}
